package import Foundation
import Platform

/// The folders of this program, by the XDG Base Directory Specification
package struct Folders {
  private let environment: [String: String]

  package init(environment: [String: String]) { self.environment = environment }

  /// The folder for keys and settings
  package var config: URL { folder("XDG_CONFIG_HOME", ".config") }

  /// The folder for cached replies, which may be deleted at any time
  package var cache: URL { folder("XDG_CACHE_HOME", ".cache") }

  /// The folder for data that must be kept
  package var data: URL { folder("XDG_DATA_HOME", ".local/share") }

  /// The database with favorites, history and the last listing of each terminal
  package var database: URL { data.appending(path: "imgsearch.db") }

  /// The quotas that services last reported
  package var quotas: URL { data.appending(path: "quotas.json") }

  /// The user's home folder
  package static func home(_ environment: [String: String]) -> String {
    environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? URL.homeDirectory.path
  }

  private func folder(_ variable: String, _ standard: String) -> URL {
    // The specification says to ignore relative paths.
    let set = environment[variable].flatMap { $0.begins(with: "/") ? $0 : nil }
    let parent = set ?? "\(Self.home(environment))/\(standard)"
    return URL(filePath: parent).appending(path: "imgsearch")
  }
}
