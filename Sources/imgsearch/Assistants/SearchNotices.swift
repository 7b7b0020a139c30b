import CommandSyntax
import ModelContext
import PhotoDisplay
import PhotoSearch
import Terminal

/// Notices about a search beside its photos: services that gave nothing, and photos that filters
/// left out
struct SearchNotices {
  /// Most bytes of a notice, and of all notices
  private static let (maxLineBytes, maxBytes) = (250, 1_000)

  let missing: MissingServices
  /// Notes about arguments that have no effect
  let remarks: [String]
  /// Providers that haven't answered and weren't waited for
  let late: [ProviderID]
  /// Services that weren't asked because they lack a key
  let lacking: [String]
  /// Whether there are fewer photos than the call asked for
  let hasFewer: Bool

  private var reports: [ProviderReport] { missing.reports }

  /// Requested pages, answered in time or not
  var requests: Int { reports.reduce(0) { $0 + $1.requests + $1.requestsBeside } }

  /// The failure if no provider answered; nil if one did
  var failure: CommandFailure? {
    let failures = reports.compactMap(\.failure)
    guard !reports.contains(where: \.hasAnswered), !failures.isEmpty else { return nil }
    return CommandFailure(
      "no service answered; " + missing.lines.joined(separator: "; "),
      code: ExitCode(forFailures: failures))
  }

  /// - Parameter unfit: how many photos were left out of the answer
  func lines(unfit: Int) -> [String] {
    var lines = unfit > 0 ? ["\(unfit) left out: too odd or too long to be passed on"] : []
    lines += remarks + missing.lines
    if let line = KeysHint.line(for: lacking) { lines.append(line) }
    lines += endings
    if !late.isEmpty { lines.append("\(SummaryText.names(late)): not here yet; `next` has more") }
    if let filtered = LeftOutText(reports).filtered() {
      lines.append("left out: \(filtered)\(hasFewer ? remedy : "")")
    }
    lines += SummaryText.sentWords(reports.filter(\.bySomeWords))
    let fewer = SummaryText.wantingFewer(reports, of: missing.query)
    if !fewer.isEmpty { lines.append("\(SummaryText.names(fewer)): fewer words find more") }
    lines = lines.map { SafeText.line(ToolArguments.named(in: $0), jsonBytes: Self.maxLineBytes) }
    var room = Self.maxBytes
    return Array(
      lines.prefix { line in
        // 3 bytes for the line's quotation marks and a comma
        room -= JSONWriter.length(of: line) + 3
        return room >= 0
      })
  }

  /// The arguments that leave fewer photos out
  private var remedy: String {
    let filters = FilterRow.all.filter { filter in
      reports.contains {
        $0.excluded[.misfit(filter)] != nil || $0.excluded[.unknown(filter)] != nil
      }
    }
    let steps = filters.map { filter in
      filter == .license ? "set `license` to any" : "leave out `\(filter.argument)`"
    }
    return steps.isEmpty ? "" : "; for more, \(steps.joined(separator: " or "))"
  }

  /// The reasons of providers that are at their end and gave no photo
  private var endings: [String] {
    let endings = reports.compactMap { report -> (ProviderID, String)? in
      guard case .ended(let reason) = report.status, report.requests > 0, report.shown == 0,
        report.excluded.isEmpty
      else { return nil }
      return (report.id, SummaryText.words(for: reason, report))
    }
    return SummaryText.shared(endings).map { "\($0.names): \($0.text)" }
  }
}
