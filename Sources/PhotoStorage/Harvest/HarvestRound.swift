import Foundation
package import PhotoSearch
import Platform

/// One search of a harvest's list
package struct HarvestLine: Sendable {
  /// The search's line number in the list, from 1
  package let number: Int
  /// Query, order and the providers that the line names
  package var plan: SearchPlan
  /// Most photos to take
  package let count: Int
  /// The search as a user would type it, to recognize when a line has changed
  package let text: String

  package init(number: Int, plan: SearchPlan, count: Int, text: String) {
    self.number = number
    self.plan = plan
    self.count = count
    self.text = text
  }
}

extension HarvestFolder {
  /// Begins a round, or continues the last one
  ///
  /// - Parameters:
  ///   - lines: the searches that may be made, in the order of the list
  ///   - isSinceLast: whether to begin another round, for new photos alone, if the last one is over
  ///     and of another day
  ///   - redone: line numbers of complete searches to do again
  ///   - check: called before anything is written, with each search that is left, its progress, and
  ///     the day from which photos count as new
  /// - Returns: the searches that are left to do, how many others are complete, and the photos so
  ///   far.
  /// - Throws: ``Fault/changed(line:of:before:now:)``, ``FileFault/cannotWrite``, and what `check`
  ///   throws.
  package func begin(
    _ lines: [HarvestLine], isSinceLast: Bool, anew redone: [ListedNumbers],
    check: (HarvestLine, HarvestedSearch?, _ since: String?) throws -> Void
  ) throws -> (rest: [HarvestLine], whole: Int, photos: Int) {
    let today = CalendarDate(Date())?.day ?? ""
    let isNew = state.map { isSinceLast && $0.isOver && $0.began != today } ?? true
    let since = isNew ? state?.began : state?.since
    var (rest, whole, photos) = ([HarvestLine](), 0, 0)
    var replaced: [HarvestedSearch] = []
    for line in lines {
      let known = isNew ? nil : try progress(of: line)
      if let known, known.isWhole, !redone.contains(where: { $0.holds(line.number) }) {
        photos += known.photos
        if losses[line.number] != .short { whole += 1 }
        continue
      }
      try check(line, known, since)
      rest.append(line)
      if let known, known.isWhole { replaced.append(known) } else { photos += known?.photos ?? 0 }
    }
    if isNew { try begin(HarvestState(began: today, since: since)) }
    if !rest.isEmpty { try resume(redoing: replaced) }
    return (rest, whole, photos)
  }

  /// The search of a line with its progress, none if it wasn't begun
  ///
  /// - Parameter ending: the extension of its file
  /// - Throws: ``Fault/changed(line:of:before:now:)``
  package func search(of line: HarvestLine, ending: String) throws -> HarvestedSearch {
    if let known = try progress(of: line) { return known }
    let round = state?.since == nil ? "" : " \(state?.began ?? "")"
    let words = line.plan.query.words?.lowercased() ?? ""
    return HarvestedSearch(
      line: line.number, search: line.text, named: words + round, ending: ending)
  }

  /// The stored progress of a line's search; nil if there is none to continue
  ///
  /// - Throws: ``Fault/changed(line:of:before:now:)`` if the line has a file but is another search
  ///   now.
  private func progress(of line: HarvestLine) throws -> HarvestedSearch? {
    guard let known = state?[line.number] else { return nil }
    guard known.search != line.text else { return known }
    guard known.hasFile else { return nil }
    throw Fault.changed(line: line.number, of: url.path, before: known.search, now: line.text)
  }
}

extension [ProviderProfile] {
  /// The search providers whose photos may be collected
  package var collectable: [ProviderID] {
    filter { $0.kind == .search && $0.collecting.objection == nil }.map(\.id)
  }

  /// The lines, without services whose terms forbid collecting
  ///
  /// - Parameter note: takes a line for each service that is left out
  /// - Throws: ``HarvestFolder/Fault/forbidden(allowed:)`` if no service is left.
  package func allowed(_ lines: [HarvestLine], note: (String) -> Void) throws -> [HarvestLine] {
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
    guard !left.isEmpty else { throw HarvestFolder.Fault.forbidden(allowed: collectable) }
    if left.count < lines.count {
      let numbers = Set(lines.map(\.number)).subtracting(left.map(\.number)).sorted()
      note(
        "imgsearch: line \(numbers.map(String.init).joined(separator: ", ")): skipped, as "
          + "it names no other provider")
    }
    return left
  }

  /// Named providers whose service no line asks, in alphabetical order
  package func idle(_ ids: some Sequence<ProviderID>, in lines: [HarvestLine]) -> [ProviderID] {
    let choices = Set(lines.map(\.plan.choice))
    let asked = filter { profile in
      profile.kind == .search && choices.contains { $0.asks(profile) }
    }.map(\.service)
    return ids.filter { id in !asked.contains { $0 == first { $0.id == id }?.service } }
      .sorted { $0.rawValue < $1.rawValue }
  }
}
