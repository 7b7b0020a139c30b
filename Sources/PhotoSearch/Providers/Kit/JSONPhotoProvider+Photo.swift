/// One photo out of the replies about it
extension JSONPhotoProvider {
  public func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    let root = try root(of: answers.first)
    if Self.showsInPage { return try photo(native, inPage: root) }
    if exclusionReason(for: root) == .video { throw video(native) }
    return try reading { () throws(JSONProblem) in
      var photo = try photo(in: root)
      guard !photo.renditions.isEmpty else { throw root.problem("no picture") }
      photo.details = details(in: root)
      return photo
    }
  }

  /// A photo out of a reply that is a page of rows, by any of its names at its service
  private func photo(_ native: String, inPage root: JSONValue) throws(ProviderError) -> Photo {
    let wanted = profile.photoID(native)
    let found = try reading { () throws(JSONProblem) in
      let rows = try self.rows(in: JSONReply(root: root, headers: [:])).rows
      // A drawing is left out of a search, but shown to somebody who names it.
      for row in rows.prefix(Self.maxRows)
      where [nil, .drawing].contains(exclusionReason(for: row)) {
        for photo in try photos(in: row).compactMap(\.self)
        where !photo.renditions.isEmpty && photo.identities.contains(wanted) {
          var photo = photo
          photo.details = details(in: row)
          return photo as Photo?
        }
      }
      return nil
    }
    guard let found else { throw ProviderError(id, .noSuchPhoto("\(wanted)")) }
    return found
  }

  /// That what was asked for as a photo is a video
  func video(_ native: String) -> ProviderError {
    ProviderError(id, .video("\(profile.photoID(native))"))
  }

  /// The JSON in an answer about a photo
  ///
  /// - Throws: what it failed with, and `unreadable`.
  func root(
    of answer: Result<WebReply, ProviderError>?
  ) throws(ProviderError) -> JSONValue {
    guard let answer else {
      throw ProviderError(id, .unreadable(path: "the top", problem: "no reply"))
    }
    let response = try answer.get()
    return try reading { () throws(JSONProblem) in try root(of: response) }
  }
}
