import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
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
    let rows = try settings.providers.map { provider in
      let (profile, api) = (provider.profile, provider.api)
      let report = reports[profile.service]
      return ProviderTable.Row(
        profile, isSet: { settings.key($0) != nil }, quota: report?.quota, seen: report?.seen,
        quotaEnd: report?.end(after: Date()),
        address: api.base == api.defaultBase ? nil : api.base)
    }
    let table = ProviderTable(rows)
    guard console.isTerminal else {
      try console.print(table.tabbed)
      return .success
    }
    try console.print(table.text(width: console.width, style: console.style))
    if console.isErrorTerminal, let service = table.lacking {
      console.show(console.errorStyle.text("imgsearch keys set \(service)", .dim) + "\n")
    }
    return .success
  }
}
