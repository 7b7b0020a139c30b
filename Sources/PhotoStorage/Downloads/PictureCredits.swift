package import Foundation
package import PhotoSearch

/// Keeps the credits of saved pictures in their folder: whom to name for each
package protocol PictureCredits: Sendable {
  /// What comes after the point in the name of the file that is kept for each picture; nil when
  /// one file is for all
  var sidecar: String? { get }

  /// Which photo each file of the folder shows, by the credits in this form
  ///
  /// Called before any picture is asked for.
  ///
  /// - Parameter files: the names of all that is in the folder
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)`` when what was kept cannot be read or
  ///   nothing can be added to it.
  func owners(of files: [String]) throws -> [String: PhotoID]

  /// Which photo each file of the folder shows, by the credits in the other form, as far as they can
  /// be read
  func ownersInOtherForm(of files: [String]) -> [String: PhotoID]

  /// Called before a picture gets its name, so that none gets one without its credit
  ///
  /// When the picture fails to arrive, its credit stays. That does no harm: its file does not exist,
  /// and the next photo that gets the name replaces the credit.
  ///
  /// - Throws: ``DownloadFault``: `cannotWrite`, `nameTaken` for what is another's by now.
  func keep(_ photo: Photo, file: String) throws
}

/// A JSON file beside each picture, of the same name: all that is known of the photo
///
/// A file that is not the photo's own is left alone, whatever the photo calls itself.
package struct CreditSidecars: PictureCredits {
  private static let ending = "json"
  /// Bytes of a file that is looked into
  private static let maxBytes = 1_000_000

  private let folder: URL
  private let json: @Sendable (Photo) -> String

  package let sidecar: String? = ending

  /// - Parameters:
  ///   - folder: where the pictures go
  ///   - json: an object with the photo's `id`
  package init(in folder: URL, json: @escaping @Sendable (Photo) -> String) {
    self.folder = folder
    self.json = json
  }

  package func owners(of files: [String]) throws -> [String: PhotoID] {
    Self.owners(of: files, in: folder)
  }

  package func ownersInOtherForm(of files: [String]) -> [String: PhotoID] {
    CreditsFile.owners(in: folder)
  }

  package func keep(_ photo: Photo, file: String) throws {
    let path = Self.sidecar(of: file)
    let name = OpenFolder.name(of: path)
    guard let place = try OpenFolder(folder)?.folder(of: path, makes: true) else { return }
    guard !place.holds(name) || Self.owner(of: name, in: place) == photo.id else {
      throw DownloadFault.nameTaken(name)
    }
    try place.replace(name, with: Data(json(photo).utf8))
  }

  /// Whose pictures are, by the files beside them, as far as they can be read
  static func owners(ofPicturesIn files: [String], in folder: URL) -> [String: PhotoID] {
    let sidecars = Set(files.map(sidecar))
    return owners(of: files.filter { sidecars.contains($0) || sidecar(of: $0) != $0 }, in: folder)
  }

  /// Whose files are, the JSON files among them and the pictures beside them
  private static func owners(of files: [String], in folder: URL) -> [String: PhotoID] {
    var owners: [String: PhotoID] = [:]
    for name in files where name.ends(with: "." + ending) {
      owners[name] = owner(ofFile: name, in: folder)
    }
    for name in files where owners[name] == nil {
      owners[name] = owners[sidecar(of: name)]
    }
    return owners
  }

  /// nil for what isn't a photo's
  private static func owner(ofFile path: String, in root: URL) -> PhotoID? {
    do {
      guard let folder = try OpenFolder(root)?.folder(of: path, makes: false) else { return nil }
      return owner(of: OpenFolder.name(of: path), in: folder)
    } catch {
      return nil
    }
  }

  private static func owner(of name: String, in folder: OpenFolder) -> PhotoID? {
    do {
      guard let data = try folder.contents(name, limit: maxBytes) else { return nil }
      return try JSONDocument(data).root["id"]?.string.flatMap { PhotoID($0) }
    } catch {
      return nil
    }
  }

  private static func sidecar(of name: String) -> String {
    let (stem, ending) = FileNameText.split(name)
    return PictureType.isExtension(ending) ? "\(stem).\(Self.ending)" : name
  }
}
