import CommandSyntax
import Foundation
import PhotoSearch
import Platform

/// `keys.json`: the keys that `imgsearch keys` keeps, and the addresses that stand in their place,
/// under the names of their variables
///
/// Nothing else writes it. Its owner alone may read it: while others can, nothing in it is used.
struct KeysFile {
  /// How long another program that changes it is waited for
  private static let patience = Duration.seconds(10)

  private let file: SettingsFile

  /// Where it is
  var path: String { file.path }

  init(in folder: URL) {
    file = SettingsFile(
      folder.appending(path: "keys.json"), example: #"{"FLICKR_API_KEY": "..."}"#)
  }

  /// What it has for the variables; nothing when it isn't there, or while others can read it
  ///
  /// - Parameter note: takes a line that says why it isn't used
  /// - Throws: a failure with code 65 for a file that can't be used.
  func values(note: (String) -> Void) throws -> [String: String] {
    let values = try values()
    guard !values.isEmpty, try !file.isPrivate else { return values }
    note("imgsearch: the keys in \(path) aren't used: others can read it; run chmod 600 on it")
    return [:]
  }

  /// The variables that it has something for, whether or not that is used
  ///
  /// - Throws: a failure with code 65 for a file that can't be used.
  var variables: Set<String> {
    get throws { Set(try values().keys) }
  }

  /// Puts a key in, or takes it out; what else is in it stays, also what another program puts in at
  /// the same time
  ///
  /// Nobody else can read the file afterwards. One that is a link of its owner's stays that, and the
  /// file it leads to is changed.
  ///
  /// - Parameters:
  ///   - key: nil to take it out
  ///   - variable: the environment variable that the key has the name of
  /// - Returns: whether there was something to change
  /// - Throws: a failure with code 65 for a file that can't be used, which is left as it is, and with
  ///   code 74 when it can't be written.
  func keep(_ key: String?, as variable: String) throws -> Bool {
    if key == nil, try values()[variable] == nil { return false }
    do {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try RegularFile.makeFolder(folder)
      return try FolderLock.holding(folder, patience: Self.patience) { isAlone in
        guard isAlone else {
          throw file.failure("another imgsearch is changing it; try again", code: .cannotWrite)
        }
        return try replace(key, as: variable)
      }
    } catch let fault as FileFault {
      throw CommandFailure(
        "\(ErrorText.line(fault)); nothing was changed", code: .cannotWrite)
    }
  }

  private func replace(_ key: String?, as variable: String) throws -> Bool {
    let target = try RegularFile.target(of: URL(filePath: path))
    guard file.isReadable || !RegularFile.isThere(target) else {
      throw file.failure(
        "it can't be read, so it isn't changed; check its permissions", code: .cannotWrite)
    }
    var values = try values()
    if key == nil, values[variable] == nil { return false }
    values[variable] = key
    FileReplacement.removeAbandoned(in: target.deletingLastPathComponent())
    try RegularFile.replace(target, with: Self.text(values), permissions: 0o600)
    return true
  }

  private func values() throws -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in try file.members() {
      guard SettingName.keys.contains(name), let text = value.string else {
        throw file.failure(
          SettingName.keys.contains(name)
            ? "\"\(name)\" takes a text; imgsearch keys set puts it there"
            : "it has something else than keys, which is for config.json: \"\(name)\"")
      }
      values[name] = text
    }
    return values
  }

  private static func text(_ values: [String: String]) -> Data {
    let members = values.sorted { $0.key < $1.key }.map { name, value in
      var json = JSONWriter(capacity: value.utf8.count + 64)
      json.raw("  ")
      json.string(name)
      json.raw(": ")
      json.string(value)
      return json.text
    }
    return Data((values.isEmpty ? "{}\n" : "{\n\(members.joined(separator: ",\n"))\n}\n").utf8)
  }
}
