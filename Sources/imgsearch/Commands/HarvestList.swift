import PhotoSearch
import PhotoStorage

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

  init(number: Int, plan: SearchPlan, count: Int) {
    (self.number, self.plan, self.count) = (number, plan, count)
    let options = SearchRecord(plan: plan).options + ["-n", "\(count)"]
    text = ([plan.query.words ?? ""] + options).joined(separator: " ")
  }
}

/// The searches of a harvest: a file with a line for each, words first, then options of its own
enum HarvestList {
  private static let maxLineBytes = 10_000
  private static let maxLines = 100_000

  /// All of them; lines that are empty or begin with `#` are none
  ///
  /// - Parameters:
  ///   - path: `-` for standard input
  ///   - defaults: what holds where a line says nothing, by the names in config.json
  ///   - count: photos of a line that doesn't say how many
  /// - Throws: a failure with code 66 for a file that can't be read, a usage failure that names the
  ///   line for what it can't mean.
  static func lines(
    of path: String, defaults: [String: [String]], count: Int
  ) async throws -> [HarvestLine] {
    var input = try InputLines(path: path, maxBytes: maxLineBytes)
    var lines: [HarvestLine] = []
    var number = 0
    while let text = try await input.next() {
      number += 1
      guard number <= maxLines else {
        throw CommandFailure.usage(
          "\(path) has more than \(maxLines) lines; part it, and harvest each part to a folder")
      }
      let trimmed = text.trimmed
      guard !trimmed.isEmpty, !trimmed.begins(with: "#") else { continue }
      do {
        lines.append(try line(number, String(trimmed), defaults: defaults, count: count))
      } catch let failure as CommandFailure {
        throw CommandFailure("line \(number): \(failure.message)", code: failure.code)
      }
    }
    guard !lines.isEmpty else {
      throw CommandFailure.usage(
        "\(path) has no words to search for; it takes a line for each search")
    }
    return lines
  }

  private static func line(
    _ number: Int, _ text: String, defaults: [String: [String]], count: Int
  ) throws -> HarvestLine {
    let arguments = try Arguments([Command.search.rawValue] + pieces(of: text)) { defaults }
    let own = Set((OptionTable.planning + [OptionTable.count.row]).map(\.flag))
    if let other = arguments.typedFlags.subtracting(own).min() {
      throw CommandFailure.usage(
        "\(other) is no option of one search; a line takes \(own.sorted().joined(separator: ", "))")
    }
    return HarvestLine(
      number: number, plan: try PlanOptions(arguments).plan,
      count: arguments.typed(OptionTable.count) ?? count)
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
