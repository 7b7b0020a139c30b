import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// `imgsearch providers`: each provider, ready or what it lacks, and its terms
struct ProvidersCommand {
  private let console: Console

  /// - Throws: a usage failure for words.
  init(_ arguments: Arguments, console: Console) throws {
    guard arguments.operands.isEmpty else {
      throw CommandFailure.usage("providers takes no words")
    }
    self.console = console
  }

  func run() throws -> ExitCode {
    let settings = try Settings(environment: console.environment, note: console.note)
    let quotas = QuotaFile(console.folders.quotas).notes
    for provider in try settings.providers {
      let profile = provider.profile
      let kind = profile.kind == .search ? "search" : "list"
      var lines = ["\(profile.id)  \(profile.name), \(kind)", "  " + state(of: profile, settings)]
      if let note = quotas[profile.service] { lines.append("  " + words(for: note)) }
      if provider.api.base != provider.api.defaultBase {
        lines.append("  asked at \(SafeText.address(provider.api.base))")
      }
      lines.append("  terms: \(profile.terms.absoluteString)")
      try console.print(lines.joined(separator: "\n") + "\n")
    }
    return .success
  }

  private func state(of profile: ProviderProfile, _ settings: Settings) -> String {
    guard let key = profile.key else { return "ready: needs no key" }
    guard settings.key(key) == nil else { return "ready: \(key.variable) is set" }
    return "no key: set \(key.variable) (get one at \(key.address.absoluteString))"
  }

  /// `37 of 50 requests left this hour, as of 14:05`
  private func words(for note: QuotaFile.Note) -> String {
    let limit = note.quota.limit.map { " of \($0)" } ?? ""
    let period = note.quota.period.map { " this \(SafeText.line($0, cells: 20))" } ?? ""
    let time = note.seen.formatted(date: .abbreviated, time: .shortened)
    return "\(note.quota.remaining)\(limit) requests left\(period), as of \(time)"
  }
}
