import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// `imgsearch keys`: lists keys and where to get them; sets, tests or removes one
struct KeysCommand {
  /// Most bytes of a key; real ones are far shorter
  private static let maxBytes = 4_000

  let options: KeysOptions
  let console: Console

  private var file: KeysFile { KeysFile(in: console.folders.config) }

  func run() async throws -> ExitCode {
    switch (options.action, options.profile) {
    case (.set, let profile?): try await set(profile)
    case (.set, nil): try await setOneAskedFor()
    case (.remove, let profile?): try remove(profile)
    case (.test, let profile): try await test(profile.map { [$0] } ?? KeysOptions.profiles)
    case (_, let profile): try list(profile.map { [$0] } ?? KeysOptions.profiles)
    }
  }

  // Setting a key

  /// Asks a person which key to set, and opens the page that gives it if they want that
  private func setOneAskedFor() async throws -> ExitCode {
    guard console.input.isTerminal else { throw KeysOptions.nameless(.set) }
    console.note("Keys are free; the services: \(KeysOptions.services.joined(separator: ", "))")
    let name = try await ask("Which one? ")
    guard !name.isEmpty else { throw KeysOptions.nameless(.set) }
    let profile = try KeysOptions.profile(name, .set)
    guard let requirement = profile.credentials else { return .success }
    let page = WebAddress.printable(requirement.address)
    console.note("\(profile.name) gives keys at \(page)")
    if try await ask("Open it in the web browser? (y/n) ").lowercased().hasPrefix("y"),
      !(await console.desktop.open(page))
    {
      console.note("imgsearch: there is no program to open web pages with")
    }
    let code = try await set(profile)
    console.note(
      profile.isInAll
        ? "from now on each search asks \(profile.name), too"
        : "to search there: imgsearch search <words...> -p \(profile.id)")
    return code
  }

  /// A line that is shown while it is typed
  private func ask(_ question: String) async throws -> String {
    console.show(question)
    var lines = try InputLines(path: "-", maxBytes: Self.maxBytes)
    return try await lines.next()?.trimmed ?? ""
  }

  private func set(_ profile: ProviderProfile) async throws -> ExitCode {
    guard let requirement = profile.credentials else { return .success }
    // Fails before asking for a key that couldn't be stored.
    _ = try file.variables
    let settings = try Settings(environment: console.environment, note: { _ in })
    let parts = try await parts(of: requirement)
    let key = parts.joined(separator: " ")
    let noun = requirement.isAddress ? "address" : profile.key == nil ? "account" : "key"
    for (part, variable) in zip(parts, requirement.variables) where !requirement.isAddress {
      try Settings.check(part, of: variable)
    }
    let trial = try await trial(key, of: profile, settings)
    if trial.refusal != nil {
      throw CommandFailure(
        "\(profile.service): the \(noun) is \(trial.words); it wasn't kept. Copy it again, or get "
          + "another at \(WebAddress.printable(requirement.address))", code: .noPermission)
    }
    for (part, variable) in zip(parts, requirement.variables) {
      _ = try file.save(part, as: variable)
    }
    // An earlier report about the quota was for the old key.
    QuotaFile(console.folders.quotas).save(end: nil, of: profile.service, at: Date())
    console.note(
      "\(profile.service): the \(noun) is \(trial.failure == nil ? trial.words : "kept")")
    console.note("kept in \(file.path), which nobody else can read")
    noteEnvironment(requirement)
    guard let failure = trial.failure else { return .success }
    console.note("imgsearch: \(profile.service): the \(noun) \(trial.words)")
    return ExitCode(forFailures: [failure])
  }

  /// Reads the parts of a key from the terminal, else from the first lines of standard input
  private func parts(of requirement: KeyRequirement) async throws -> [String] {
    var parts: [String] = []
    if console.input.isTerminal {
      console.note("Get one at \(WebAddress.printable(requirement.address))")
      for variable in requirement.variables {
        parts.append(
          try await console.input.line(
            "\(variable) (not shown while you type): ", maxBytes: Self.maxBytes) ?? "")
      }
    } else {
      var lines = try InputLines(path: "-", maxBytes: Self.maxBytes)
      for _ in requirement.variables { parts.append(try await lines.next() ?? "") }
    }
    parts = parts.map(\.trimmed)
    if let lacking = parts.firstIndex(of: "") {
      throw CommandFailure.usage(
        parts.count == 1
          ? "no key was given, so nothing was changed"
          : "\(requirement.variables[lacking]) is missing, so nothing was changed; a pipe gives "
            + "\(requirement.names), each in a line")
    }
    return parts
  }

  // Testing keys

  /// Tries a key with a small search
  ///
  /// - Parameters:
  ///   - key: may differ from the stored one
  ///   - profile: the provider to ask
  /// - Throws: `CancellationError`; a usage failure for an invalid address.
  private func trial(
    _ key: String, of profile: ProviderProfile, _ settings: Settings
  ) async throws -> KeyTrial {
    var requests = options.requests
    // The cache would answer for any key.
    requests.isRefreshing = true
    let isAddress = profile.key?.isAddress == true
    let address = try isAddress ? Settings.address(key, of: profile) : settings.address(of: profile)
    let providers = ProviderCatalog.providers(
      key: { $0 == profile.credentials ? key : nil }, address: { _ in address },
      sources: settings.sources)
    guard let provider = providers.first(where: { $0.id == profile.id }) else {
      preconditionFailure("a provider of the catalog")
    }
    let session = try Session(
      requests, asking: ProviderRegistry([provider]), from: .services(keys: settings.keys),
      inUse: isAddress
        ? [] : KeyRequirement.parts(of: key).map { KeyInUse($0, home: provider.api.base) },
      console: console)
    let failure = try await session.finishing {
      async let _ = session.progress?.run()
      defer { session.progress?.hide() }
      return await provider.tryKey(over: session.transport)
    }
    try Task.checkCancellation()
    return KeyTrial(failure: failure, quota: session.transport.quotas[profile.service])
  }

  private func test(_ profiles: [ProviderProfile]) async throws -> ExitCode {
    let settings = try Settings(environment: console.environment, note: console.note)
    var failures: [ProviderError] = []
    var tried = 0
    for profile in profiles {
      guard let requirement = profile.credentials, let key = settings.key(requirement) else {
        continue
      }
      tried += 1
      do throws(UnfitKey) { try settings.check(requirement) } catch {
        try console.print("\(profile.service): \(ErrorText.line(error))\n")
        failures.append(.refusal(of: requirement, at: profile.id))
        continue
      }
      let trial = try await trial(key, of: profile, settings)
      try console.print(
        SafeText.line("\(profile.service): \(requirement.names) \(trial.verb)") + "\n")
      if let failure = trial.failure { failures.append(failure) }
    }
    guard tried > 0 else { throw nothingToTest(profiles) }
    return ExitCode(forFailures: failures)
  }

  private func nothingToTest(_ profiles: [ProviderProfile]) -> CommandFailure {
    let name = profiles.count == 1 ? profiles[0].service : "<provider>"
    return CommandFailure(
      "no key is set\(profiles.count == 1 ? " for \(name)" : ""); "
        + "imgsearch keys shows where to get one, imgsearch keys set \(name) keeps it",
      code: .noPermission)
  }

  // Removing a key

  private func remove(_ profile: ProviderProfile) throws -> ExitCode {
    guard let requirement = profile.credentials else { return .success }
    var isChanged = false
    for variable in requirement.variables where try file.save(nil, as: variable) {
      isChanged = true
    }
    guard isChanged else {
      throw CommandFailure(
        "\(file.path) has no key for \(profile.service)"
          + (isInEnvironment(requirement)
            ? "; \(requirement.names) \(isAre(requirement)) set in the environment: unset it there"
            : ""),
        code: .noInput)
    }
    if profile.account != nil { TokenFile(in: console.folders.cache).removeAll() }
    console.note("\(profile.service): the key is removed from \(file.path)")
    noteEnvironment(requirement)
    return .success
  }

  private func noteEnvironment(_ key: KeyRequirement) {
    guard isInEnvironment(key) else { return }
    console.note(
      "imgsearch: \(key.names) \(isAre(key)) also set in the environment, which takes precedence")
  }

  private func isAre(_ key: KeyRequirement) -> String { key.variables.count == 1 ? "is" : "are" }

  private func isInEnvironment(_ key: KeyRequirement) -> Bool {
    key.variables.contains { !(console.environment[$0] ?? "").trimmed.isEmpty }
  }

  // Listing keys

  private func list(_ profiles: [ProviderProfile]) throws -> ExitCode {
    let stored = try file.variables
    let settings = try Settings(environment: console.environment, note: console.note)
    var keys = KeyTable()
    for profile in profiles {
      guard let key = profile.credentials else { continue }
      keys.add(
        profile, isSet: settings.key(key) != nil, isInEnvironment: isInEnvironment(key),
        isStored: stored.contains(key.variable))
    }
    if console.isTerminal {
      let introduction =
        "Keys are free (Flickr's for Pro members). Get one at its address, then: "
        + "imgsearch keys set NAME"
      try console.print(introduction.wrapped(to: console.width).map { $0 + "\n" }.joined() + "\n")
    }
    try console.print(
      console.isTerminal
        ? keys.table.text(width: console.width, style: console.style) : keys.table.tabbed)
    if console.isTerminal, console.isErrorTerminal {
      let name = (profiles.first { $0.credentials.flatMap(settings.key) == nil } ?? profiles[0])
        .service
      let steps = "imgsearch keys set \(name) · test"
      console.show(console.errorStyle.text(steps, .dim) + "\n")
    }
    return .success
  }
}

/// The result of a small search that shows whether a service accepts a key
private struct KeyTrial {
  /// Why the service refuses the key, or couldn't be asked; nil if it accepts the key
  let failure: ProviderError?
  /// The remaining quota, if the service says it
  let quota: Quota?

  /// The service's words, if it refuses the key
  var refusal: String? {
    if case .keyRefused(_, _, let message)? = failure?.reason { message } else { nil }
  }

  /// The result in words: `accepted, 49 of 50 requests left this hour`
  var words: String {
    if let refusal { return "refused by the service (\(refusal))" }
    if let failure { return "couldn't be tried: \(ErrorText.line(failure.reason))" }
    return "accepted" + (quota.map { ", \($0.words)" } ?? "")
  }

  /// The words after the name of a key: `is accepted`
  var verb: String { failure == nil || refusal != nil ? "is \(words)" : words }
}
