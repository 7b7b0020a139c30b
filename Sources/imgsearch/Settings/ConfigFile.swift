import Foundation

/// `config.json`: the same names as in the environment, for those who do not want keys there
struct ConfigFile {
  private let path: String

  init(in folder: URL) {
    path = folder.appending(path: "config.json").path
  }

  /// The settings in the file; none when it is not there, or when others can read it
  ///
  /// - Throws: a failure with code 65 when it is no JSON object of texts.
  func values(note: (String) -> Void) throws -> [String: String] {
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    guard try isPrivate else {
      note("imgsearch: \(path) is not used: others can read it; run chmod 600 on it")
      return [:]
    }
    return try values
  }

  /// A setting that is no secret: it holds whoever can read the file
  ///
  /// - Throws: a failure with code 65 when it is no JSON object of texts.
  func preference(_ name: String) throws -> String? { try values[name] }

  private var values: [String: String] {
    get throws {
      guard let data = FileManager.default.contents(atPath: path) else { return [:] }
      do {
        return try JSONDecoder().decode([String: String].self, from: data)
      } catch {
        throw CommandFailure(
          "\(path) cannot be read; it takes one JSON object, "
            + "such as {\"FLICKR_API_KEY\": \"…\"}", code: .data)
      }
    }
  }

  private var isPrivate: Bool {
    get throws {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      return permissions & 0o077 == 0
    }
  }
}
