import CommandSyntax
import PhotoSearch
import Platform

/// The options of `keys`
///
/// Messages don't repeat an unknown word, because it may be a key.
struct KeysOptions: Sendable {
  /// The action; nil to list keys
  let action: KeysAction?
  /// The search provider of the named service; nil for all services, and to ask which
  let profile: ProviderProfile?
  let requests: RequestOptions

  /// Services that take a key, e.g. `flickr`
  static let services = profiles.map(\.service)

  /// The search provider of each service that takes a key
  static let profiles = ProviderCatalog.profiles
    .filter { $0.credentials != nil && $0.kind == .search }

  /// - Throws: a usage failure for a service without a key, or a key on the command line.
  init(_ arguments: Arguments) throws {
    requests = RequestOptions(arguments.options)
    var words = arguments.operands[...]
    action = words.first.flatMap { KeysAction(rawValue: $0.lowercased()) }
    if action != nil { words = words.dropFirst() }
    guard let name = words.popFirst() else {
      profile = nil
      if action == .remove { throw Self.nameless(.remove) }
      return
    }
    if action == .set, !words.isEmpty || name.contains(bytes: "=") {
      throw CommandFailure.usage(
        "keys set takes no key on the command line, where the shell's history and the process "
          + "list would show it; imgsearch keys set asks for it, or reads it from a pipe"
          + "\nIf you typed a key there, replace it with a new one.")
    }
    guard words.isEmpty else { throw Self.misuse(action, named: nil) }
    profile = try Self.profile(name, action)
  }

  /// The failure for an action that lacks a name
  static func nameless(_ action: KeysAction) -> CommandFailure {
    .usage(
      "keys \(action.rawValue) takes a provider: \(services.joined(separator: ", "))"
        + "\nFor example: imgsearch keys \(action.rawValue) \(services[0])")
  }

  static func profile(_ name: String, _ action: KeysAction?) throws -> ProviderProfile {
    guard let provider = ProviderCatalog.profile(meantBy: name) else {
      if let ofVariable = profiles.first(where: { profile in
        profile.credentials?.variables.contains(name) == true
      }) {
        return ofVariable
      }
      let names = action == nil ? KeysAction.names + services : services
      throw misuse(action, named: Suggestion.nearest(to: name, among: names))
    }
    guard let profile = profiles.first(where: { $0.service == provider.service }) else {
      throw CommandFailure.usage(
        "\(provider.id) needs no key; those that do: \(services.joined(separator: ", "))")
    }
    return profile
  }

  /// The failure for wrong words, which aren't repeated because they may be a key
  private static func misuse(_ action: KeysAction?, named nearest: String?) -> CommandFailure {
    let services = services.joined(separator: ", ")
    return .usage(
      (action.map { "keys \($0.rawValue) takes one provider that needs a key" }
        ?? "keys takes set, test or remove, and one provider that needs a key")
        + Suggestion.question(nearest)
        + "\nAccepted: "
        + (action == nil ? "nothing, set, test or remove, then one of \(services)" : services)
        + "\nTo search for words that begin with it: imgsearch search keys ...")
  }
}

/// The actions of `keys`, the first word after it; without one it lists
enum KeysAction: String, CaseIterable, Sendable { case set, test, remove }
