import Foundation
import PhotoSearch
import PhotoStorage
import Testing

/// A folder of one test's own
enum SampleFolder {
  /// Runs a body in it, and cleans up after it
  static func with<T>(_ body: (URL) async throws -> T) async throws -> T {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-folder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    return try await body(folder)
  }
}

extension CreditsFile {
  /// The header row, with its line end
  static let header = (["file"] + columns.map(\.name)).joined(separator: ",") + "\r\n"

  /// With all cells quoted
  convenience init(in folder: URL, columns: [Column] = CreditsFile.columns) {
    self.init(in: folder, columns: columns) { first, rest in
      ([first] + rest).map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
        .joined(separator: ",")
    }
  }
}

extension PictureCredits {
  /// Stores a credit without facts of the picture
  func keep(_ photo: Photo, file: String) throws { try keep(photo, file: file, facts: nil) }
}

extension CreditSidecars {
  /// Files with no more than an id
  init(in folder: URL) {
    self.init(in: folder, form: .json) { photo, _ in "{\"id\":\"\(photo.id)\"}\n" }
  }
}

extension Photo {
  /// A photo with one rendition
  static func sample(
    _ id: String = "flickr:1", title: String? = "Kitten", picture: URL
  ) -> Photo {
    let id = PhotoID(id) ?? PhotoID(service: "flickr", native: "1")
    var photo = Photo(
      id: id, provider: ProviderID(rawValue: id.service), site: "Flickr", pageURL: picture)
    photo.title = title
    photo.license = .cc0
    photo.renditions = [Rendition(role: .regular, url: picture, size: nil)]
    return photo
  }
}
