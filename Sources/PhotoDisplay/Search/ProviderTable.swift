package import Foundation
package import PhotoSearch
import Platform
package import Terminal

/// The table of `imgsearch providers`: whether each provider is ready or what it lacks, its
/// remaining quota and its terms
package struct ProviderTable {
  /// What is known of a provider
  package struct Row {
    let profile: ProviderProfile
    /// Whether it has its key, if it needs one
    let isReady: Bool
    /// The account that is set at a service that answers without one, too; nil for none
    let account: KeyRequirement?
    /// The service's last report about its quota, and when it came
    let quota: (left: Quota, seen: Date)?
    /// When the service can be asked again; nil for now
    let quotaEnd: Date?
    /// The API's address, if it isn't the service's own
    let address: URL?

    package init(
      _ profile: ProviderProfile, isSet: (KeyRequirement) -> Bool, quota: Quota?, seen: Date?,
      quotaEnd: Date?, address: URL?
    ) {
      (self.profile, isReady) = (profile, profile.key.map(isSet) ?? true)
      account = profile.account.flatMap { isSet($0) ? $0 : nil }
      self.quota = quota.flatMap { quota in seen.map { (quota, $0) } }
      (self.quotaEnd, self.address) = (quotaEnd, address)
    }
  }

  private let rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  /// The first service that lacks its key; nil if none does
  package var lacking: String? { rows.first { !$0.isReady }?.profile.service }

  /// The complete table, for programs
  package var tabbed: String {
    var table = TextTable(
      ["PROVIDER", "KIND", "STATE", "QUOTA", "ASKED AT", "TERMS", "HARVEST"].map {
        TextTable.Column($0)
      })
    for row in rows {
      table.add(
        [
          row.profile.id.rawValue, row.profile.kind.rawValue, Self.state(of: row),
          row.quota.map { $0.words(asOf: $1) } ?? "", row.address.map(WebAddress.printable) ?? "",
          WebAddress.printable(row.profile.terms), Self.harvest(row.profile.collecting),
        ].map { TextTable.Cell($0) })
    }
    return table.tabbed
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

  /// The table for people: the terms have a column if there is room, and names link to them.
  /// Services that are asked at another address stand below it
  package func text(width: Int, style: TerminalStyle) -> String {
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
      let terms = WebAddress(row.profile.terms).terminalLink
      table.add([
        TextTable.Cell(row.profile.id.rawValue, .bold, link: terms),
        TextTable.Cell(row.profile.kind.rawValue),
        TextTable.Cell(
          state, lacks == nil && waits == nil ? .green : .yellow,
          link: lacks.map { WebAddress($0.address).terminalLink } ?? nil),
        TextTable.Cell(row.quota.map { Self.left($0, at: $1) } ?? ""),
        TextTable.Cell(WebAddress.printable(row.profile.terms), .dim, link: terms),
      ])
    }
    return table.text(width: width, style: style) + addresses
  }

  /// The remaining quota and its time: `37 of 50, 14:05`; the day instead of the time if it wasn't
  /// today
  private static func left(_ quota: Quota, at date: Date) -> String {
    let (seen, now) = (date.localTime, Date().localTime)
    let isToday = seen.prefix(10) == now.prefix(10)
    return "\(quota.count), \(isToday ? seen.suffix(5) : seen.prefix(10))"
  }

  private var addresses: String {
    let lines = rows.compactMap { row in
      row.address.map { "\(row.profile.service) is asked at \(WebAddress.printable($0))\n" }
    }
    return lines.distinct(by: \.self).joined()
  }
}

extension Quota {
  /// The remaining quota: `37 of 50 requests left this hour`
  package var words: String {
    "\(count) requests left" + (period.map { " this \(SafeText.line($0, cells: 20))" } ?? "")
  }

  /// The number of requests left, of how many: `37 of 50`
  fileprivate var count: String { "\(remaining)" + (limit.map { " of \($0)" } ?? "") }

  /// The remaining quota, and when the service told it
  package func words(asOf seen: Date) -> String { "\(words), as of \(seen.localTime)" }
}

/// The table of `imgsearch keys`: which services have a key, and where to get one
package struct KeyTable {
  /// Where a key is set
  package enum Place { case environment, keysFile, configFile }

  package private(set) var table = TextTable([
    TextTable.Column("PROVIDER"), TextTable.Column("KEY"),
    TextTable.Column("VARIABLE", rank: 1), TextTable.Column("GET ONE AT", hasAddresses: true),
  ])

  package init() {}

  /// - Parameters:
  ///   - place: where the key is; nil for nowhere
  ///   - isUsed: whether the program uses the key that is there
  package mutating func add(
    _ key: KeyRequirement, of profile: ProviderProfile, in place: Place?, isUsed: Bool
  ) {
    let state =
      switch place {
      case .environment: "set in the environment"
      case .keysFile: isUsed ? "set in keys.json" : "in keys.json, not used"
      case .configFile: "set in config.json"
      case nil: profile.key == nil ? "not set (optional)" : "not set"
      }
    table.add([
      TextTable.Cell(profile.service, .bold), TextTable.Cell(state, isUsed ? .green : .yellow),
      TextTable.Cell(key.variables.joined(separator: ", ")),
      TextTable.Cell(
        WebAddress.printable(key.address), .dim, link: WebAddress(key.address).terminalLink),
    ])
  }
}
