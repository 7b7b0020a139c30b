package import Foundation
package import PhotoSearch
import Platform
package import Terminal

/// The table of `imgsearch providers`: whether each provider is ready or what it lacks, its
/// remaining quota and its terms
package struct ProviderTable {
  /// All that is known, for programs
  package private(set) var complete = TextTable(
    ["PROVIDER", "KIND", "STATE", "QUOTA", "ASKED AT", "TERMS", "HARVEST"].map {
      TextTable.Column($0)
    })
  /// The table for people: the terms have a column if there is room, and names link to them
  private var brief = TextTable([
    TextTable.Column("PROVIDER"), TextTable.Column("KIND", rank: 2), TextTable.Column("STATE"),
    TextTable.Column("LEFT", rank: 1), TextTable.Column("TERMS", rank: 3),
  ])
  private var addresses: [String] = []
  private let width: Int
  /// The first service that lacks its key; nil if none does
  package private(set) var lacking: String?

  /// - Parameter width: terminal cells of a line
  package init(width: Int) { self.width = width }

  /// - Parameters:
  ///   - report: the service's last report about its quota
  ///   - address: the API's address, if it isn't the service's own
  ///   - isSet: whether a key is set
  package mutating func add(
    _ profile: ProviderProfile, _ report: QuotaReport?, at address: URL?,
    isSet: (KeyRequirement) -> Bool
  ) {
    let isReady = profile.key.map(isSet) ?? true
    let end = isReady ? report?.end(after: Date()) : nil
    let asked = address.map(WebAddress.printable)
    let terms = WebAddress(profile.terms)
    complete.add(
      [
        profile.id.rawValue, profile.kind.rawValue,
        end.map { "out of quota until \($0.localTime), and not asked before then" }
          ?? Self.state(of: profile, isReady: isReady, isSet),
        report?.words ?? "", asked ?? "", terms.printable, Self.harvest(profile.collecting),
      ].map { TextTable.Cell($0) })
    let lacks = isReady ? nil : profile.key
    let state =
      lacks.map {
        width < 60 ? ($0.isAddress ? "needs an address" : "needs a key") : "needs \($0.variable)"
      } ?? end.map { "no quota until \($0.clockTime)" }
      ?? (profile.isInAll ? "ready" : "when named")
    brief.add([
      TextTable.Cell(profile.id.rawValue, .bold, link: terms.terminalLink),
      TextTable.Cell(profile.kind.rawValue),
      TextTable.Cell(
        state, isReady && end == nil ? .green : .yellow,
        link: lacks.flatMap { WebAddress($0.address).terminalLink }),
      TextTable.Cell(report?.left ?? ""),
      TextTable.Cell(terms.printable, .dim, link: terms.terminalLink),
    ])
    if !isReady { lacking = lacking ?? profile.service }
    if let asked { addresses.append("\(profile.service) is asked at \(asked)\n") }
  }

  /// The table for people; services that are asked at another address stand below it
  package func text(style: TerminalStyle) -> String {
    brief.text(width: width, style: style) + addresses.distinct(by: \.self).joined()
  }

  private static func state(
    of profile: ProviderProfile, isReady: Bool, _ isSet: (KeyRequirement) -> Bool
  ) -> String {
    guard let key = profile.key else {
      if let account = profile.account, isSet(account) { return "ready: \(account.names) are set" }
      return "ready: needs no key" + (profile.isInAll ? "" : "; asked when named")
    }
    return isReady ? "ready: \(key.variable) is set" : "\(key.missing)"
  }

  /// Whether a service's photos may be collected, and the address that says so
  private static func harvest(_ collecting: Collecting) -> String {
    if case .allowed(let source) = collecting { return "yes: \(WebAddress.printable(source))" }
    return "no: \(collecting.objection ?? "")"
  }
}

extension Quota {
  /// The remaining quota: `37 of 50 requests left this hour`
  package var words: String {
    "\(count) requests left" + (period.map { " this \(SafeText.line($0, cells: 20))" } ?? "")
  }

  /// The number of requests left, of how many: `37 of 50`
  fileprivate var count: String { "\(remaining)" + (limit.map { " of \($0)" } ?? "") }
}

extension QuotaReport {
  /// The remaining quota, and when the service told it; nil if it never did
  package var words: String? { quota.map { "\($0.words), as of \(seen.localTime)" } }

  /// The remaining quota and its time: `37 of 50, 14:05`; the day instead of the time if it wasn't
  /// today
  fileprivate var left: String? {
    let (seen, now) = (seen.localTime, Date().localTime)
    let isToday = seen.prefix(10) == now.prefix(10)
    return quota.map { "\($0.count), \(isToday ? seen.suffix(5) : seen.prefix(10))" }
  }
}

/// The table of `imgsearch keys`: which services have a key, and where to get one
package struct KeyTable {
  package private(set) var table = TextTable([
    TextTable.Column("PROVIDER"), TextTable.Column("KEY"),
    TextTable.Column("VARIABLE", rank: 1), TextTable.Column("GET ONE AT", hasAddresses: true),
  ])

  package init() {}

  /// - Parameters:
  ///   - isSet: whether the program has the key, from wherever
  ///   - isInEnvironment: whether it is in the environment, which takes precedence
  ///   - isStored: whether it is in keys.json
  package mutating func add(
    _ profile: ProviderProfile, isSet: Bool, isInEnvironment: Bool, isStored: Bool
  ) {
    guard let key = profile.credentials else { return }
    let state =
      switch (isInEnvironment, isStored, isSet) {
      case (true, _, _): "set in the environment"
      case (_, true, true): "set in keys.json"
      case (_, true, false): "in keys.json, not used"
      case (_, _, true): "set in config.json"
      case (_, _, false): profile.key == nil ? "not set (optional)" : "not set"
      }
    table.add([
      TextTable.Cell(profile.service, .bold), TextTable.Cell(state, isSet ? .green : .yellow),
      TextTable.Cell(key.variables.joined(separator: ", ")),
      TextTable.Cell(
        WebAddress.printable(key.address), .dim, link: WebAddress(key.address).terminalLink),
    ])
  }
}
