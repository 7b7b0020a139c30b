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
    let quotas = QuotaFile(console.folders.quotas).reports
    let rows = try settings.providers.map { provider in
      Row(
        profile: provider.profile,
        isReady: provider.profile.key.map { settings.key($0) != nil } ?? true,
        account: provider.profile.account.flatMap { settings.key($0) == nil ? nil : $0 },
        report: quotas[provider.profile.service],
        address: provider.api.base == provider.api.defaultBase ? nil : provider.api.base)
    }
    guard console.isTerminal else {
      try console.print(Self.table(for: rows).tabbed)
      return .success
    }
    try console.print(
      Self.screen(of: rows, width: console.width).text(width: console.width, style: console.style))
    try console.print(Self.addresses(of: rows))
    if console.isErrorTerminal, let lacking = rows.first(where: { !$0.isReady }) {
      let step = "imgsearch keys set \(lacking.profile.service)"
      console.show(console.errorStyle.text(step, .dim) + "\n")
    }
    return .success
  }

  private struct Row {
    let profile: ProviderProfile
    let isReady: Bool
    /// The account that is set at a service that answers without one, too; nil for none
    let account: KeyRequirement?
    /// The service's last report about its quota
    let report: QuotaFile.Report?
    /// The API's address, if it isn't the service's own
    let address: URL?

    /// When the service can be asked again; nil for now
    var quotaEnd: Date? { report?.end(after: Date()) }
  }

  /// The complete table, for programs
  private static func table(for rows: [Row]) -> TextTable {
    var table = TextTable(
      ["PROVIDER", "KIND", "STATE", "QUOTA", "ASKED AT", "TERMS", "HARVEST"].map {
        TextTable.Column($0)
      })
    for row in rows {
      let quota = row.report.flatMap { report in
        report.quota.map { "\($0.words), as of \(report.seen.localTime)" }
      }
      table.add(
        [
          row.profile.id.rawValue, row.profile.kind.rawValue, state(of: row), quota ?? "",
          row.address.map(WebAddress.printable) ?? "", WebAddress.printable(row.profile.terms),
          harvest(row.profile.collecting),
        ].map { TextTable.Cell($0) })
    }
    return table
  }

  /// Whether a service's photos may be collected, and the address that says so
  private static func harvest(_ collecting: Collecting) -> String {
    if case .allowed(let source) = collecting { return "yes: \(WebAddress.printable(source))" }
    return "no: \(collecting.objection ?? "")"
  }

  private static func state(of row: Row) -> String {
    if row.isReady, let end = row.quotaEnd {
      return "out of quota until \(end.localTime), and not asked before then"
    }
    guard let key = row.profile.key else {
      if let account = row.account { return "ready: \(account.names) are set" }
      return "ready: needs no key" + (row.profile.isInAll ? "" : "; asked when named")
    }
    guard !row.isReady else { return "ready: \(key.variable) is set" }
    return "\(key.missing)"
  }

  /// A table for people: the terms have a column if there is room, and names link to them
  private static func screen(of rows: [Row], width: Int) -> TextTable {
    var table = TextTable([
      TextTable.Column("PROVIDER"), TextTable.Column("KIND", rank: 2), TextTable.Column("STATE"),
      TextTable.Column("LEFT", rank: 1), TextTable.Column("TERMS", rank: 3),
    ])
    for row in rows {
      let lacks = row.isReady ? nil : row.profile.key
      let waits = lacks == nil ? row.quotaEnd : nil
      let state =
        lacks.map {
          width < 60 ? ($0.isAddress ? "needs an address" : "needs a key") : "needs \($0.variable)"
        } ?? waits.map { "no quota until \($0.clockTime)" }
        ?? (row.profile.isInAll ? "ready" : "when named")
      table.add([
        TextTable.Cell(
          row.profile.id.rawValue, .bold, link: WebAddress(row.profile.terms).terminalLink),
        TextTable.Cell(row.profile.kind.rawValue),
        TextTable.Cell(
          state, lacks == nil && waits == nil ? .green : .yellow,
          link: lacks.map { WebAddress($0.address).terminalLink } ?? nil),
        TextTable.Cell(row.report.flatMap(left) ?? ""),
        TextTable.Cell(
          WebAddress.printable(row.profile.terms), .dim,
          link: WebAddress(row.profile.terms).terminalLink),
      ])
    }
    return table
  }

  /// The remaining quota and its time: `37 of 50, 14:05`; the day instead of the time if it wasn't
  /// today
  private static func left(_ report: QuotaFile.Report) -> String? {
    guard let quota = report.quota else { return nil }
    let (seen, now) = (report.seen.localTime, Date().localTime)
    let isToday = seen.prefix(10) == now.prefix(10)
    return "\(quota.count), \(isToday ? seen.suffix(5) : seen.prefix(10))"
  }

  /// Services that are asked at another address
  private static func addresses(of rows: [Row]) -> String {
    let lines = rows.compactMap { row in
      row.address.map { "\(row.profile.service) is asked at \(WebAddress.printable($0))\n" }
    }
    return lines.distinct(by: \.self).joined()
  }
}
