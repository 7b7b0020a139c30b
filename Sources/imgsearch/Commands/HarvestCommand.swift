import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Terminal

/// `imgsearch harvest WORDS.txt -o FOLDER`: many searches, each into a file of its own
///
/// They follow one another: more at a time would spend the same quotas, no later. A run that ends
/// before all is done is gone on with by the same command.
struct HarvestCommand {
  let options: HarvestOptions
  let console: Console

  func run() async throws -> ExitCode {
    let lines = try await HarvestList.lines(of: options)
    let folder = try open()
    let budget = try budget(in: folder)
    let session = try Session(options.run, budget: budget, console: console)
    return try await session.finishing {
      var harvest = Harvest(options, into: folder, session, budget, console)
      try harvest.begin(lines)
      do {
        return try await harvest.run()
      } catch is CancellationError {
        console.showStatus([])
        console.note("imgsearch: stopped; \(options.again) goes on")
        throw CancellationError()
      }
    }
  }

  private func open() throws -> HarvestFolder {
    do {
      return try HarvestFolder(options.folder)
    } catch HarvestFolder.Fault.busy {
      throw CommandFailure(
        "another imgsearch harvests into \(options.folder.path); wait for it, or choose another folder",
        code: .cannotWrite)
    } catch HarvestFolder.Fault.packed {
      throw CommandFailure(
        "the files of \(options.folder.path) are packed, as an earlier version did; unpack them in "
          + #"that folder: gunzip *.gz; sed -i.bak 's/\.gz"/"/g;s/ --gzip"/"/g' state.json"#,
        code: .data)
    } catch HarvestFolder.Fault.unreadable(let path, let reason) {
      throw CommandFailure(
        "\(path) can't be read: \(reason); harvest into another folder", code: .data)
    }
  }

  /// What may be asked today; nil where nothing limits it
  private func budget(in folder: HarvestFolder) throws -> RequestBudget? {
    guard options.run.replay == nil, !options.perDay.isEmpty else { return nil }
    do {
      return try RequestBudget(limits, in: folder.url)
    } catch HarvestFolder.Fault.unreadable(let path, let reason) {
      throw CommandFailure(
        "\(path) can't be read: \(reason); remove it to count today's requests anew", code: .data)
    }
  }

  /// By the service, which may be asked by several providers
  private var limits: [String: Int] {
    let services = ProviderCatalog.profiles.compactMap { profile in
      options.perDay[profile.id].map { (profile.service, $0) }
    }
    return Dictionary(services, uniquingKeysWith: min)
  }
}
