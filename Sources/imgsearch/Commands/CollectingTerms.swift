import PhotoSearch

extension ProviderProfile {
  /// That nobody collects its photos here, why, and where that stands; nil where terms allow it
  var refusal: String? {
    collecting.map { "\(id) isn't asked: \($0) (\(WebAddress.printable(terms)))" }
  }
}

extension Session {
  /// The lines without the services whose terms forbid it; a recording asks nobody
  ///
  /// - Parameter note: takes a line for each that is left out
  /// - Throws: a usage failure when nobody is left.
  func allowed(_ lines: [HarvestLine], note: (String) -> Void) throws -> [HarvestLine] {
    guard recording == nil else { return lines }
    let refusing = providers.map(\.profile).filter {
      $0.kind == .search && $0.collecting != nil
    }
    var refused: Set<ProviderID> = []
    let left = lines.compactMap { line -> HarvestLine? in
      let choice = ProviderChoice(names: line.plan.providers)
      let asked = refusing.map(\.id).filter { id in
        (choice.named.contains(id) || choice.named.contains(ProviderChoice.all))
          && !choice.leftOut.contains(id)
      }
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
          + providers.map(\.profile).filter { $0.kind == .search && $0.collecting == nil }
          .map(\.id.rawValue).joined(separator: ", "))
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
