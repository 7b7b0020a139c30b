import Foundation
import PhotoSearch
import PhotoStorage
import Pictures
import Testing

/// A folder of one test's own, removed with this
final class SampleFolder: Sendable {
  let url: URL

  /// - Parameter isMade: false for a place where there is nothing yet
  init(isMade: Bool = true) {
    url = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-folder-\(UUID().uuidString)")
    guard isMade else { return }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch { Issue.record(error) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Runs a body in a folder of its own
  static func with<T>(_ body: (URL) async throws -> T) async throws -> T {
    let folder = SampleFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.url)
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
  func add(_ photo: Photo, file: String) throws { try add(photo, file: file, facts: nil) }
}

extension CreditSidecars {
  /// Files with no more than an id
  init(in folder: URL) {
    self.init(in: folder, form: .json) { photo, _ in "{\"id\":\"\(photo.id)\"}\n" }
  }
}

extension PictureFingerprint {
  /// All with one byte alike look the same
  static func sample(_ id: PhotoID, _ byte: UInt8 = 7) throws -> PictureFingerprint {
    PictureFingerprint(
      id: id, size: try #require(PixelSize(width: 6_000, height: 4_000)),
      hash: try #require(PerceptualHash(bytes: [UInt8](repeating: byte, count: 32))))
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
