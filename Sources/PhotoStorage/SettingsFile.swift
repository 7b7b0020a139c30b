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

  var isReadable: Bool { FileManager.default.isReadableFile(atPath: path) }

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
  var isPrivate: Bool { stat(at: path).map { $0.st_mode & 0o077 == 0 } ?? false }

  /// A fault whose words begin with the file's path
  package func fault(_ words: String, isOfWriting: Bool = false) -> SettingsFault {
    SettingsFault(description: "\(path): \(words)", isOfWriting: isOfWriting)
  }
}
