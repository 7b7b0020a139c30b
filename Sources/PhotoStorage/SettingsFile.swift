package import Foundation
package import PhotoSearch
import Platform

/// Names of settings that aren't options
package enum SettingName {
  /// Variables of keys, and of addresses in place of a key
  package static let keys = Set(
    ProviderCatalog.profiles.compactMap(\.credentials).flatMap(\.variables))
  /// Variables of API addresses, which aren't secret, and of the sources behind a service
  package static let addresses = Set(
    ProviderCatalog.profiles.flatMap {
      [$0.addressVariable] + ($0.sourcesVariable.map { [$0] } ?? [])
    })
  package static let history = ["history", "IMGSEARCH_HISTORY"]

  /// The service whose key has this variable; nil for any other name
  package static func service(ofKey name: String) -> String? {
    guard !addresses.contains(name) else { return nil }
    return ProviderCatalog.profiles
      .first { $0.credentials?.variables.contains(name) == true }?.service
  }

  /// The variables of all services in words, for the help: those of keys and sources, then those of
  /// addresses
  package static var meanings: [(term: String, text: String)] {
    var meanings: [(term: String, text: String)] = []
    for profile in ProviderCatalog.profiles.distinct(by: \.service) {
      if let key = profile.credentials {
        let meaning =
          key.isAddress
          ? "The address of your own \(profile.name)"
          : "The \(profile.key == nil ? "account" : "key") for \(profile.name)"
        let term = key.variables.joined(separator: ", ")
        meanings.append((term, "\(meaning): see \(key.address.absoluteString)"))
      }
      if let sources = profile.sourcesVariable {
        meanings.append((sources, "The engines that it asks, separated by commas."))
      }
    }
    for profile in ProviderCatalog.profiles where profile.key?.isAddress != true {
      let variable = profile.addressVariable
      guard !meanings.contains(where: { $0.term == variable }) else { continue }
      meanings.append((variable, "The address to reach \(profile.name) at, if not its usual one."))
    }
    return meanings
  }
}

/// Why a file of settings can't be used, in words for people
package struct SettingsFault: Error, CustomStringConvertible {
  package let description: String
  /// Whether the file can't be written; else its content is invalid
  package var isOfWriting = false
}

/// A file of the config folder with one JSON object
package struct SettingsFile {
  /// Most bytes of the file
  private static let maxBytes = 1_000_000

  package let path: String
  private let example: String

  /// - Parameter example: a valid content, shown if the file has anything else
  package init(_ url: URL, example: String) {
    path = url.path
    self.example = example
  }

  /// The file that the path leads to, as the owner may have made it a link
  private var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

  fileprivate var isReadable: Bool { FileManager.default.isReadableFile(atPath: path) }

  /// The JSON is valid, but a list or a single value
  private struct NoObject: Error {}

  /// The object's members in order; empty if there is no file
  ///
  /// - Throws: ``SettingsFault`` if it isn't a JSON object.
  package func members() throws -> [(name: String, value: JSONValue)] {
    guard isReadable else { return [] }
    var text = Data()
    do {
      text = try RegularFile.contents(file, limit: Self.maxBytes) ?? Data("{}".utf8)
      guard let members = try JSONDocument(text).root.members else { throw NoObject() }
      return members
    } catch FileFault.cannotRead(_, let reason, _) {
      throw fault("can't be read: \(reason); remove it, or put a file in its place")
    } catch {
      let place = (error as? JSONProblem).map { Self.place(of: $0, in: text) } ?? ""
      throw fault("isn't a JSON object\(place); it takes one such as \(example)")
    }
  }

  /// Why the file can't be used, with its line and what mends it; nil if it can be used
  ///
  /// Its own words are left out, as they may be a secret that was put in the wrong place.
  ///
  /// - Parameters:
  ///   - cure: what mends it
  ///   - meant: the setting that a member's name means, if it is no secret
  ///   - check: throws for a member that can't be used
  package func trouble(
    _ cure: String, meant: (String) -> String? = { _ in nil },
    check: (String, JSONValue) throws -> Void
  ) -> String? {
    do {
      for (name, value) in try members() {
        do { try check(name, value) } catch {
          let known = meant(name).map { ", which is about \"\($0)\"," } ?? ""
          return "\(path): line \(value.line)\(known) can't be used; \(cure)"
        }
      }
      return nil
    } catch { return "\(error); \(cure)" }
  }

  /// The line of a problem: `, in line 3: no "`
  private static func place(of problem: JSONProblem, in text: Data) -> String {
    guard case .byte(let place) = problem.location else { return "" }
    let line = text.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1
    let words = problem.problem == "no \"" ? "a name in quotes is missing" : problem.problem
    return ", in line \(line): \(words)"
  }

  /// Whether only the file's owner can read it; false if it isn't there
  fileprivate var isPrivate: Bool { stat(at: path).map { $0.st_mode & 0o077 == 0 } ?? false }

  /// A fault whose words begin with the file's path
  package func fault(_ words: String, isOfWriting: Bool = false) -> SettingsFault {
    SettingsFault(description: "\(path): \(words)", isOfWriting: isOfWriting)
  }
}

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
    guard try isRefused else { return try values() }
    note("imgsearch: the keys in \(path) aren't used: others can read it; run chmod 600 on it")
    return [:]
  }

  /// Whether the file's keys aren't used, because others can read them
  ///
  /// - Throws: ``SettingsFault`` if the file is invalid.
  package var isRefused: Bool { get throws { try !values().isEmpty && !file.isPrivate } }

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
  package func save(_ key: String?, as variable: String) throws -> Bool {
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
    guard SettingName.keys.contains(name) else {
      throw file.fault("it may hold only keys; this belongs in config.json: \"\(name)\"")
    }
    if let text = value.string { return text }
    throw file.fault("\"\(name)\" takes a text; imgsearch keys set puts it there")
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
