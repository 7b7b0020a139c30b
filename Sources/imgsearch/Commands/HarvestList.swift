import CommandSyntax
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// One search of a harvest's list
struct HarvestLine: Sendable {
  /// The search's line number in the list, from 1
  let number: Int
  /// Query, order and the providers that the line names
  var plan: SearchPlan
  /// Most photos to take
  let count: Int
  /// The search as a user would type it, to recognize when a line has changed
  let text: String
}

/// Reads a harvest's list of searches: one per line, words first, then options
struct HarvestList {
  private static let maxLineBytes = 10_000
  private static let maxLines = 100_000
  /// The options that a line may have
  private static let own = OptionTable.planning + [OptionTable.count.row]

  private let options: HarvestOptions
  /// Lines by their options, because most lists have few different options on many lines
  private var models: [[String]: (line: HarvestLine, options: String)] = [:]

  private init(_ options: HarvestOptions) { self.options = options }

  /// All searches; empty lines and those beginning with `#` are skipped
  ///
  /// - Throws: a failure with code 66 for a file that can't be read, or 65 if it isn't text; a
  ///   usage failure that names an invalid line.
  static func lines(of options: HarvestOptions) async throws -> [HarvestLine] {
    var list = HarvestList(options)
    var input = try InputLines(path: options.list, maxBytes: maxLineBytes)
    var lines: [HarvestLine] = []
    var number = 0
    while let text = try await input.next() {
      number += 1
      guard number <= maxLines else {
        throw CommandFailure.usage(
          "\(options.list) has more than \(maxLines) lines; split it, a folder for each part"
        )
      }
      let trimmed = text.trimmed
      guard !trimmed.isEmpty, !trimmed.begins(with: "#") else { continue }
      do {
        lines.append(try list.line(number, trimmed))
      } catch let failure as CommandFailure {
        throw CommandFailure("\(options.place(number)): \(failure.message)", code: failure.code)
      }
    }
    guard !lines.isEmpty else {
      throw CommandFailure.usage(
        "\(options.list) has no words to search for; it needs a line for each search")
    }
    return lines
  }

  private mutating func line(_ number: Int, _ text: String) throws -> HarvestLine {
    let pieces = try Arguments.pieces(ofLine: text)
    let words = pieces.prefix { !$0.begins(with: "-") || $0 == "-" }
    let rest = Array(pieces[words.count...])
    // Words after the options belong to the search too.
    if !words.isEmpty, let (model, typed) = models[rest] {
      let alike = model.plan.query
      let query = PhotoQuery(
        words.joined(separator: " "), filters: alike.filters, strictWords: alike.strictWords)
      // Words to leave out are an option of the line.
      if let found = query.words, query.filters == alike.filters {
        let plan = SearchPlan(
          query: query, providers: model.plan.providers, order: model.plan.order)
        return HarvestLine(
          number: number, plan: plan, count: model.count, text: found + typed)
      }
    }
    let arguments = try Arguments(pieces, ofLine: Self.own, in: .imgsearch) { options.defaults }
    guard !arguments.operands.joined().trimmed.isEmpty else {
      throw CommandFailure.usage("nothing to search for; a line begins with words")
    }
    let plan = try PlanOptions(arguments).plan
    let count = arguments.typed(OptionTable.count) ?? options.count
    let typed =
      (SearchRecord(plan: plan).options + ["-n", "\(count)"])
      .map { " \($0)" }.joined() + options.form
    let line = HarvestLine(
      number: number, plan: plan, count: count, text: (plan.query.words ?? "") + typed)
    if arguments.operands.count == words.count { models[rest] = (line, typed) }
    return line
  }
}

extension [ProviderProfile] {
  /// The search providers whose photos may be collected
  var collectable: [ProviderID] {
    filter { $0.kind == .search && $0.collecting.objection == nil }.map(\.id)
  }

  /// The lines, without services whose terms forbid collecting
  ///
  /// - Parameter note: takes a line for each service that is left out
  /// - Throws: a usage failure if no service is left.
  func allowed(_ lines: [HarvestLine], note: (String) -> Void) throws -> [HarvestLine] {
    let refusing = filter { $0.kind == .search && $0.collecting.objection != nil }
    var refused: Set<ProviderID> = []
    let left = lines.compactMap { line -> HarvestLine? in
      let choice = line.plan.choice
      let forbidden = refusing.filter(choice.asks).map(\.id)
      refused.formUnion(forbidden)
      if choice.named.allSatisfy(forbidden.contains) { return nil }
      var line = line
      line.plan.providers += forbidden.map { ProviderID(rawValue: "-\($0)") }
      return line
    }
    for profile in refusing where refused.contains(profile.id) {
      note("imgsearch: \(profile.refusal ?? "")")
    }
    guard !left.isEmpty else {
      throw CommandFailure.usage(
        "none of the chosen providers may be harvested; those that may: "
          + collectable.map(\.rawValue).joined(separator: ", "))
    }
    if left.count < lines.count {
      let numbers = Set(lines.map(\.number)).subtracting(left.map(\.number)).sorted()
      note(
        "imgsearch: line \(numbers.map(String.init).joined(separator: ", ")): skipped, as "
          + "it names no other provider")
    }
    return left
  }
}

/// Warnings before a harvest continues
extension Harvest {
  /// Most files and most ranges of lines in a sentence
  private static let (maxNames, maxRanges) = (3, 20)

  /// Names files of complete searches that are damaged, and the option that makes them again
  ///
  /// They aren't made again by default, because they may have been moved or changed on purpose.
  ///
  /// - Parameter lines: the list, in its order
  func tell(_ loss: HarvestFolder.Loss, _ one: String, _ many: String, of lines: [HarvestLine]) {
    let lost = lines.map(\.number).filter { folder.losses[$0] == loss }
    guard !lost.isEmpty else { return }
    let names = lost.prefix(Self.maxNames).compactMap { folder.state?[$0]?.shard }
    let more = lost.count - names.count
    let ranges = ListedNumbers.ranges(of: lost)
    let isOne = lost.count == 1
    console.note(
      "imgsearch: \(Counts.phrase(lost.count, "file")) \(isOne ? one : many): "
        + names.joined(separator: ", ") + (more > 0 ? " and \(Counts.grouped(more)) more" : "")
        + "; \(OptionTable.redo.row.flag) "
        + ranges.prefix(Self.maxRanges).map(\.description).joined(separator: ",")
        + (ranges.count > Self.maxRanges ? ",…" : "")
        + " makes \(isOne ? "it" : "them") again")
  }

  /// Names the providers of `--per-day` that no line uses
  ///
  /// That isn't an error, because the list may use them tomorrow.
  ///
  /// - Parameter lines: the lines that may be asked
  func tellIdleLimits(of lines: [HarvestLine]) {
    let choices = Set(lines.map(\.plan.choice))
    let profiles = session.providers.map(\.profile).filter { $0.kind == .search }
    for id in options.perDay.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      let service = session.providers.first { $0.id == id }?.profile.service
      let isAsked = profiles.contains { profile in
        profile.service == service && choices.contains { $0.asks(profile) }
      }
      if !isAsked {
        console.note(
          "imgsearch: \(OptionTable.perDay.row.flag) \(id) limits nothing: no line of the list asks "
            + "\(id)")
      }
    }
  }
}
