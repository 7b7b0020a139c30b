package import Foundation
import PhotoSearch
import Platform

/// `keys.json`: the keys stored by `imgsearch keys`, and addresses in place of keys, by their
/// environment variables
///
/// No other program writes it. Only its owner may read it: while others can, its keys aren't used.
package struct KeysFile {
  /// How long to wait for another program that is changing the file
  private static let patience = Duration.seconds(10)

  private let file: SettingsFile

  /// The file's path
  package var path: String { file.path }

  package init(in folder: URL) {
    file = SettingsFile(folder.appending(path: "keys.json"), example: #"{"FLICKR_API_KEY": "..."}"#)
  }

  /// The values by variable; empty if there is no file, or while others can read it
  ///
  /// - Parameter note: takes a line with the reason if it isn't used
  /// - Throws: ``SettingsFault`` if the file is invalid.
  package func values(note: (String) -> Void) throws -> [String: String] {
    let values = try values()
    guard !values.isEmpty, !file.isPrivate else { return values }
    note("imgsearch: the keys in \(path) aren't used: others can read it; run chmod 600 on it")
    return [:]
  }

  /// The variables that have a value, whether it is used or not
  ///
  /// - Throws: ``SettingsFault`` if the file is invalid.
  package var variables: Set<String> { get throws { Set(try values().keys) } }

  /// Stores or removes a key; other keys stay, also those that another program stores now
  ///
  /// Afterwards only the owner can read the file. If the path is a link, the link stays and its
  /// target is changed.
  ///
  /// - Parameters:
  ///   - key: nil to remove it
  ///   - variable: the key's environment variable
  /// - Returns: whether anything had to change
  /// - Throws: ``SettingsFault`` for an invalid file, which is left as it is, and if it can't be
  ///   written.
  package func keep(_ key: String?, as variable: String) throws -> Bool {
    if key == nil, try values()[variable] == nil { return false }
    do {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try RegularFile.makeFolder(folder)
      return try FolderLock.holding(folder, patience: Self.patience) { isAlone in
        guard isAlone else {
          throw file.fault("another imgsearch is changing it; try again", isOfWriting: true)
        }
        return try replace(key, as: variable)
      }
    } catch let fault as FileFault {
      throw SettingsFault(description: "\(fault); nothing was changed", isOfWriting: true)
    }
  }

  private func replace(_ key: String?, as variable: String) throws -> Bool {
    let target = try RegularFile.target(of: URL(filePath: path))
    guard file.isReadable || !RegularFile.exists(target) else {
      throw file.fault(
        "it can't be read, so it isn't changed; check its permissions", isOfWriting: true)
    }
    var values = try values()
    if key == nil, values[variable] == nil { return false }
    values[variable] = key
    FileReplacement.removeAbandoned(in: target.deletingLastPathComponent())
    try RegularFile.replace(target, with: Self.text(values), permissions: 0o600)
    return true
  }

  /// Why the file can't be used, see ``SettingsFile/trouble(_:meant:check:)``
  package var trouble: String? {
    file.trouble("remove it, then: imgsearch keys set NAME") { _ = try text($1, of: $0) }
  }

  private func values() throws -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in try file.members() { values[name] = try text(value, of: name) }
    return values
  }

  private func text(_ value: JSONValue, of name: String) throws -> String {
    guard SettingName.keys.contains(name), let text = value.string else {
      throw file.fault(
        SettingName.keys.contains(name)
          ? "\"\(name)\" takes a text; imgsearch keys set puts it there"
          : "it may hold only keys; this belongs in config.json: \"\(name)\"")
    }
    return text
  }

  private static func text(_ values: [String: String]) -> Data {
    let members = values.sorted { $0.key < $1.key }.map { name, value in
      var json = JSONWriter(capacity: value.utf8.count + 64)
      json.string(value)
      return "  \"\(name)\": \(json.text)"
    }
    return Data((values.isEmpty ? "{}\n" : "{\n\(members.joined(separator: ",\n"))\n}\n").utf8)
  }
}
