import CommandSyntax
import Foundation
import PhotoStorage

/// Options of every command that may send requests: what answers them, and how
struct RequestOptions: Sendable {
  /// The recording that answers instead of the services
  var replay: String?
  /// The file to record all answers to
  var record: String?
  /// Whether only the cache may answer
  var isOffline: Bool
  /// Whether to request cached replies again
  var isRefreshing: Bool
  /// Most time for a request
  var timeout: Duration
  /// Whether to print a line for each request
  var isVerbose: Bool

  init(_ options: OptionValues) {
    replay = options.value(OptionTable.replay)
    record = options.value(OptionTable.record)
    isOffline = options.value(OptionTable.offline)
    isRefreshing = options.value(OptionTable.refresh)
    timeout = options.value(OptionTable.timeout)
    isVerbose = options.value(OptionTable.verbose)
  }

  /// The options for a stored search: the same recording answers it, if any did
  init(_ arguments: Arguments, of search: SearchRecord, with settings: SearchSettings) {
    self.init(arguments.options)
    replay = search.replay
    isOffline = settings.isOffline
    timeout = settings.timeout
  }

  /// The recording's absolute path, which works from any folder
  var replayPath: String? { replay.map { URL(filePath: $0).standardizedFileURL.path } }

  /// - Throws: a usage failure for options that exclude each other.
  func check() throws {
    if replay != nil, isOffline || isRefreshing {
      let option = isOffline ? OptionTable.offline : OptionTable.refresh
      throw CommandFailure.usage("\(option.row.flag) doesn't go with --replay")
    }
    if isOffline, isRefreshing {
      throw CommandFailure.usage("--offline and --refresh exclude each other")
    }
  }
}
