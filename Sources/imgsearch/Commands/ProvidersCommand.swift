import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// `imgsearch providers`: a row for each provider: whether it is ready or what it lacks, its
/// remaining quota and its terms
struct ProvidersCommand {
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure if there are words.
  func run() throws -> ExitCode {
    guard arguments.operands.isEmpty else { throw CommandFailure.usage("providers takes no words") }
    let settings = try Settings(environment: console.environment, note: console.note)
    let reports = QuotaFile(console.folders.quotas).reports
    var table = ProviderTable(width: console.width)
    for provider in try settings.providers {
      let (profile, api) = (provider.profile, provider.api)
      table.add(
        profile, reports[profile.service], at: api.base == api.defaultBase ? nil : api.base
      ) { settings.key($0) != nil }
    }
    guard console.isTerminal else {
      try console.print(table.complete.tabbed)
      return .success
    }
    try console.print(table.text(style: console.style))
    if console.isErrorTerminal, let service = table.lacking {
      console.show(console.errorStyle.text("imgsearch keys set \(service)", .dim) + "\n")
    }
    return .success
  }
}
