import CommandSyntax
import PhotoSearch
import PhotoStorage
import Terminal

/// Warnings before a harvest continues
struct HarvestNotices {
  let options: HarvestOptions
  let session: Session
  let note: (String) -> Void

  /// Most files and most ranges of lines in a sentence
  private static let maxNames = 3
  private static let maxRanges = 20

  /// Names files of complete searches that are damaged, and the option that makes them again
  ///
  /// They aren't made again by default, because they may have been moved or changed on purpose.
  ///
  /// - Parameter lines: the list, in its order
  func tellLosses(in folder: HarvestFolder, of lines: [HarvestLine]) {
    tell(.gone, "isn't here any more", "aren't here any more", in: folder, of: lines)
    tell(.short, "is shorter than it was", "are shorter than they were", in: folder, of: lines)
  }

  private func tell(
    _ loss: HarvestFolder.Loss, _ one: String, _ many: String, in folder: HarvestFolder,
    of lines: [HarvestLine]
  ) {
    let lost = lines.map(\.number).filter { folder.losses[$0] == loss }
    guard !lost.isEmpty else { return }
    let names = lost.prefix(Self.maxNames).compactMap { folder.state?[$0]?.shard }
    let more = lost.count - names.count
    let ranges = ListedNumbers.ranges(of: lost)
    let isOne = lost.count == 1
    note(
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
        profile.service == service
          && choices.contains { choice in
            (choice.named.contains(profile.id)
              || choice.named.contains(ProviderChoice.all) && profile.isInAll)
              && !choice.leftOut.contains(profile.id)
          }
      }
      if !isAsked {
        note(
          "imgsearch: \(OptionTable.perDay.row.flag) \(id) limits nothing: no line of the list asks "
            + "\(id)")
      }
    }
  }
}
