import Foundation

/// Where files of this program are, by the XDG Base Directory Specification
struct Folders {
  /// Keys and settings
  let config: URL
  /// Answers kept for a while; may be deleted at any time
  let cache: URL
  /// What is to stay
  let data: URL

  /// Favorites, history, the last listing
  var database: URL { data.appending(path: "imgsearch.db") }

  /// What services last said of their quotas
  var quotas: URL { data.appending(path: "quotas.json") }

  init(environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    // A path that is not absolute is to be ignored, the specification says.
    func folder(_ variable: String, _ standard: String) -> URL {
      let set = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return URL(filePath: set ?? "\(home)/\(standard)").appending(path: "imgsearch")
    }
    config = folder("XDG_CONFIG_HOME", ".config")
    cache = folder("XDG_CACHE_HOME", ".cache")
    data = folder("XDG_DATA_HOME", ".local/share")
  }
}

extension Console {
  /// Where this user's files are
  var folders: Folders { Folders(environment: environment) }
}
