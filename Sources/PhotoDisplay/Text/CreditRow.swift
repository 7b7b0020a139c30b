package import PhotoSearch

/// The rows of `credits.csv`: a saved picture, and who is to be named for it
package enum CreditRow {
  /// With its line end
  package static let header =
    [
      "file", "id", "title", "author", "license", "license_url", "page", "credit",
    ].joined(separator: ",") + lineEnd

  private static let lineEnd = "\r\n"

  /// With its line end
  ///
  /// - Parameter file: the picture's name, which is kept to the letter
  package static func text(_ photo: Photo, file: String) -> String {
    let cells = [
      photo.id.description, photo.title, photo.author?.name, photo.license?.id,
      photo.license?.url.map(SafeText.address), SafeText.address(photo.page), photo.credit.text,
    ]
    return ([CSVText.exactly(file)] + cells.map { CSVText.cell($0 ?? "") })
      .joined(separator: ",") + lineEnd
  }
}
