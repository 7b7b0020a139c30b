import PhotoDisplay
import PhotoSearch

/// `imgsearch providers`: each provider, ready or what it lacks, and its terms
struct ProvidersCommand {
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() throws -> ExitCode {
    guard arguments.operands.isEmpty else {
      throw CommandFailure.usage("providers takes no words")
    }
    for profile in ProviderCatalog.profiles {
      let kind = profile.kind == .search ? "search" : "list"
      let name = "\(profile.id)  \(profile.name), \(kind)"
      try console.print("\(name)\n  \(state(of: profile))\n  terms: \(profile.terms)\n")
    }
    return .success
  }

  private func state(of profile: ProviderProfile) -> String {
    guard let key = profile.key else { return "ready: needs no key" }
    if let value = console.environment[key.variable], !value.isEmpty {
      return "ready: key from \(key.variable)"
    }
    return "no key: set \(key.variable) (get one at \(key.address))"
  }
}
