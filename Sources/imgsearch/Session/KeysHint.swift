import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// Tells users once about services that need a key
///
/// An empty file among the data remembers it. It is only looked for if a key is missing.
enum KeysHint {
  /// - Parameter services: services that were left out because they lack a key
  static func show(_ services: [String], on console: Console) {
    let file = console.folders.data.appending(path: "keys-hint")
    guard console.isErrorTerminal, !console.isQuiet, !services.isEmpty,
      !FileManager.default.fileExists(atPath: file.path)
    else { return }
    let count = Counts.phrase(services.count, "more service")
    console.note("\(count) with a free key: imgsearch keys")
    do {
      try RegularFile.makeFolder(console.folders.data)
      try Data().write(to: file)
    } catch {
      // If the file can't be written, the hint comes again the next time.
    }
  }

  /// For assistants: `more photos with a key of flickr or pexels, which the person sets with
  /// imgsearch keys`; nil for no services
  static func line(for services: [String]) -> String? {
    guard let last = services.last else { return nil }
    let others = services.dropLast().joined(separator: ", ")
    return "more photos with a key of \(others)\(others.isEmpty ? "" : " or ")\(last), which the "
      + "person sets with imgsearch keys"
  }
}

extension Session {
  /// The services that a search of all providers leaves out because they lack a key
  func servicesWithoutKey(for plan: SearchPlan) -> [String] {
    guard recording == nil,
      ProviderChoice(names: plan.providers).named.contains(ProviderChoice.all)
    else { return [] }
    let candidates = providers.filter { $0.isInAll(for: plan.query) }
    let others = candidates.filter { !isReady($0) }
    return others.count < candidates.count ? others.map(\.profile.service) : []
  }

  /// Whether the provider has its key, if it needs one
  func isReady(_ provider: any PhotoProvider) -> Bool {
    provider.profile.key.map(hasKey) ?? true
  }

  /// Whether a key is set
  func hasKey(_ key: KeyRequirement) -> Bool { keys.contains(key.variable) }
}
