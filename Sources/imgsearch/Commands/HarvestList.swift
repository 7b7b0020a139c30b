import CommandSyntax
import PhotoSearch
import PhotoStorage
import Platform

/// Reads a harvest's list of searches: one per line, words first, then options
struct HarvestList {
  private static let maxLineBytes = 10_000
  private static let maxLines = 100_000
  /// The options that a line may have
  private static let lineOptions = OptionTable.planning + [OptionTable.count.row]

  private let options: HarvestOptions
  /// Lines by their options, because most lists have few different options on many lines
  private var linesByOptions: [[String]: (line: HarvestLine, options: String)] = [:]

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
          "\(options.list) has more than \(maxLines) lines; split it, a folder for each part")
      }
      let trimmed = text.trimmed
      guard !trimmed.isEmpty, !trimmed.begins(with: "#") else { continue }
      do {
        lines.append(try list.line(number, trimmed))
      } catch let failure as CommandFailure {
        throw failure.at(options.place(number))
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
    if !words.isEmpty, let (model, typed) = linesByOptions[rest] {
      let alike = model.plan.query
      let query = PhotoQuery(
        words.joined(separator: " "), filters: alike.filters, strictWords: alike.strictWords)
      // Words to leave out are an option of the line.
      if let found = query.words, query.filters == alike.filters {
        let plan = SearchPlan(
          query: query, providers: model.plan.providers, order: model.plan.order)
        return HarvestLine(number: number, plan: plan, count: model.count, text: found + typed)
      }
    }
    let arguments = try Arguments(pieces, ofLine: Self.lineOptions, in: .imgsearch) {
      options.defaults
    }
    guard !arguments.operands.joined().trimmed.isEmpty else {
      throw CommandFailure.usage("nothing to search for; a line begins with words")
    }
    let plan = try SearchRequest(arguments).plan
    let count = arguments.typed(OptionTable.count) ?? options.count
    let typed =
      (SearchRecord(plan: plan).options() + ["-n", "\(count)"])
      .map { " \($0)" }.joined() + options.form
    let line = HarvestLine(
      number: number, plan: plan, count: count, text: (plan.query.words ?? "") + typed)
    if arguments.operands.count == words.count { linesByOptions[rest] = (line, typed) }
    return line
  }
}
