import CommandSyntax
import PhotoSearch
import PhotoStorage
import Terminal

/// Warnings before a harvest continues
extension Harvest {
  /// Most files and most ranges of lines in a sentence
  private static let (maxNames, maxRanges) = (3, 20)

  /// Names files of complete searches that are damaged, and the option that makes them again
  ///
  /// They aren't made again by default, because they may have been moved or changed on purpose.
  ///
  /// - Parameter lines: the list, in its order
  func tell(
    _ loss: HarvestFolder.Loss, _ one: String, _ many: String, of lines: [HarvestLine]
  ) {
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
    let choices = Set(lines.map(\.plan.providers)).map { ProviderChoice(names: $0) }
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
