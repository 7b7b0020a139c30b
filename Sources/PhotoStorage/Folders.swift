package import Foundation
import Platform

/// The folders of this program, by the XDG Base Directory Specification
package struct Folders {
  /// The folder for keys and settings
  package let config: URL
  /// The folder for cached replies, which may be deleted at any time
  package let cache: URL
  /// The folder for data that must be kept
  package let data: URL

  /// The database with favorites, history and the last listing of each terminal
  package var database: URL { data.appending(path: "imgsearch.db") }

  /// The quotas that services last reported
  package var quotas: URL { data.appending(path: "quotas.json") }

  /// The user's home folder
  package static func home(_ environment: [String: String]) -> String {
    environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? URL.homeDirectory.path
  }

  package init(environment: [String: String]) {
    let home = Self.home(environment)
    // The specification says to ignore relative paths.
    func folder(_ variable: String, _ standard: String) -> URL {
      let set = environment[variable].flatMap { $0.begins(with: "/") ? $0 : nil }
      return URL(filePath: set ?? "\(home)/\(standard)").appending(path: "imgsearch")
    }
    config = folder("XDG_CONFIG_HOME", ".config")
    cache = folder("XDG_CACHE_HOME", ".cache")
    data = folder("XDG_DATA_HOME", ".local/share")
  }
}
