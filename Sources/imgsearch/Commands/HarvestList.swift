import CommandSyntax
import PhotoSearch
import PhotoStorage
import Platform

/// One search of a harvest's list
struct HarvestLine: Sendable {
  /// Its place in the list, from 1
  let number: Int
  /// Its providers are as they were named
  var plan: SearchPlan
  /// Photos that it takes
  let count: Int
  /// As it would be typed: what tells it from another search
  let text: String
  /// The first line that differs from it in its words alone
  let model: Int
}

/// The searches of a harvest: a file with a line for each, words first, then options of its own
struct HarvestList {
  private static let maxLineBytes = 10_000
  private static let maxLines = 100_000
  /// What a line takes
  private static let own = OptionTable.planning + [OptionTable.count.row]

  private let options: HarvestOptions
  /// By what stands behind the words of lines, as most lists have few options in many lines
  private var models: [[String]: (line: HarvestLine, options: String)] = [:]

  private init(_ options: HarvestOptions) { self.options = options }

  /// All of them; lines that are empty or begin with `#` are none
  ///
  /// - Throws: a failure with code 66 for a file that can't be read, or 65 for one that isn't text; a
  ///   usage failure that names the line for what it can't mean.
  static func lines(of options: HarvestOptions) async throws -> [HarvestLine] {
    var list = HarvestList(options)
    var input = try InputLines(path: options.list, maxBytes: maxLineBytes)
    var lines: [HarvestLine] = []
    var number = 0
    while let text = try await input.next() {
      number += 1
      guard number <= maxLines else {
        throw CommandFailure.usage(
          "\(options.list) has more than \(maxLines) lines; part it, and harvest each part to a folder"
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
        "\(options.list) has no words to search for; it takes a line for each search")
    }
    return lines
  }

  private mutating func line(_ number: Int, _ text: String) throws -> HarvestLine {
    let pieces = try Self.pieces(of: text)
    let words = pieces.prefix { !$0.begins(with: "-") || $0 == "-" }
    let rest = Array(pieces[words.count...])
    // Words behind options belong to the others.
    if !words.isEmpty, let (model, typed) = models[rest] {
      let query = PhotoQuery(words.joined(separator: " "), filters: model.plan.query.filters)
      if let found = query.words {
        let plan = SearchPlan(
          query: query, providers: model.plan.providers, order: model.plan.order)
        return HarvestLine(
          number: number, plan: plan, count: model.count, text: found + typed, model: model.number)
      }
    }
    let arguments = try Arguments(ofLine: pieces, taking: Self.own, in: .imgsearch) {
      options.defaults
    }
    guard !arguments.operands.joined().trimmed.isEmpty else {
      throw CommandFailure.usage("nothing to search for; a line begins with words")
    }
    let plan = try PlanOptions(arguments).plan
    let count = arguments.typed(OptionTable.count) ?? options.count
    let typed =
      (SearchRecord(plan: plan).options + ["-n", "\(count)"])
      .map { " \($0)" }.joined() + options.form
    let line = HarvestLine(
      number: number, plan: plan, count: count, text: (plan.query.words ?? "") + typed,
      model: number)
    if arguments.operands.count == words.count { models[rest] = (line, typed) }
    return line
  }

  /// What blanks stand between, with blanks inside quotation marks
  private static func pieces(of text: String) throws -> [String] {
    var pieces: [String] = []
    var piece: String?
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        isQuoted.toggle()
        piece = piece ?? ""
      } else if !isQuoted, scalar.properties.isWhitespace {
        if let piece { pieces.append(piece) }
        piece = nil
      } else {
        piece = (piece ?? "") + String(scalar)
      }
    }
    guard !isQuoted else { throw CommandFailure.usage("a quotation mark has no other") }
    return pieces + (piece.map { [$0] } ?? [])
  }
}
