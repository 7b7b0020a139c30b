import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Terminal

/// `imgsearch harvest WORDS.txt -o FOLDER`: runs many searches and writes a file for each
///
/// They run one after another, because running several at once would only use up the same quotas.
/// An interrupted run is continued by the same command.
struct HarvestCommand {
  let options: HarvestOptions
  let console: Console

  func run() async throws -> ExitCode {
    let lines = try await HarvestList.lines(of: options)
    let folder = try HarvestFolder(options.folder)
    let budget = try budget(in: folder)
    let session = try Session(options.run, budget: budget, console: console)
    return try await session.finishing {
      var harvest = Harvest(options, into: folder, session, budget, console)
      try harvest.begin(lines)
      do {
        return try await harvest.run()
      } catch is CancellationError {
        console.showStatus([])
        console.note("imgsearch: stopped; \(options.again) continues")
        throw CancellationError()
      }
    }
  }

  /// The requests that may be sent today; nil if there is no limit
  private func budget(in folder: HarvestFolder) throws -> RequestBudget? {
    guard options.run.replay == nil, !options.perDay.isEmpty else { return nil }
    return try RequestBudget(limits, in: folder.url)
  }

  /// Limits by service, as several providers may share one
  private var limits: [String: Int] {
    let services = ProviderCatalog.profiles.compactMap { profile in
      options.perDay[profile.id].map { (profile.service, $0) }
    }
    return Dictionary(services, uniquingKeysWith: min)
  }
}
