package import Foundation
package import PhotoSearch

/// A JSON file beside each picture, of the same name: all that is known of the photo
package struct CreditSidecars: CreditKeeper {
  private let folder: URL
  private let json: @Sendable (Photo) -> String

  /// - Parameters:
  ///   - folder: where the pictures go
  ///   - json: an object with the photo's `id`
  package init(in folder: URL, json: @escaping @Sendable (Photo) -> String) {
    self.folder = folder
    self.json = json
  }

  package func owners() throws -> [String: PhotoID] {
    let names = try FolderListing.names(in: folder)
    let all = Set(names)
    var owners: [String: PhotoID] = [:]
    for name in names {
      let sidecar = Self.sidecar(of: name)
      guard sidecar != name, all.contains(sidecar) else { continue }
      owners[name] = owner(sidecar)
    }
    return owners
  }

  package func keep(_ photo: Photo, file: String) throws {
    let url = folder.appending(path: Self.sidecar(of: file))
    do {
      try Data(json(photo).utf8).write(to: url, options: .atomic)
    } catch {
      throw DownloadFault.cannotWrite(path: url.path, reason: error.localizedDescription)
    }
  }

  private func owner(_ sidecar: String) -> PhotoID? {
    guard let data = FileManager.default.contents(atPath: folder.appending(path: sidecar).path)
    else { return nil }
    do throws(JSONProblem) {
      return try JSONDocument(data).root["id"]?.string.flatMap { PhotoID($0) }
    } catch {
      return nil
    }
  }

  private static func sidecar(of name: String) -> String {
    guard let point = name.lastIndex(of: "."),
      PictureType.isExtension(String(name[point...].dropFirst()))
    else { return name }
    return name[..<point] + ".json"
  }
}
