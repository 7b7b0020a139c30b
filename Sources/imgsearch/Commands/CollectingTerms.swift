import CommandSyntax
import PhotoSearch

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
      let choice = ProviderChoice(names: line.plan.providers)
      let isAll = choice.named.contains(ProviderChoice.all)
      let asked = refusing.filter {
        choice.named.contains($0.id) || isAll && $0.isInAll && !choice.leftOut.contains($0.id)
      }.map(\.id)
      refused.formUnion(asked)
      if choice.named.allSatisfy(asked.contains) { return nil }
      var line = line
      line.plan.providers += asked.map { ProviderID(rawValue: "-\($0)") }
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
        "imgsearch: line \(numbers.map(String.init).joined(separator: ", ")): passed over, as "
          + "nobody else is named")
    }
    return left
  }
}
