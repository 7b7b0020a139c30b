import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// A small search that shows whether a service accepts a key
struct KeyTrial {
  /// The result of the trial
  enum Outcome {
    /// The key is accepted; with the remaining quota, if told
    case accepted(Quota?)
    /// The key isn't accepted: the service's words
    case refused(String)
    /// The service couldn't be asked: the failure
    case untried(ProviderError)
  }

  /// The provider to ask
  let profile: ProviderProfile
  private let key: String
  private let run: RequestOptions
  private let settings: Settings
  private let console: Console

  /// - Parameters:
  ///   - key: may differ from the stored one
  ///   - run: the timeout, and whether to print a line for the request
  init(
    _ key: String, of profile: ProviderProfile, run: RequestOptions, settings: Settings,
    console: Console
  ) {
    (self.key, self.profile, self.settings, self.console) = (key, profile, settings, console)
    var run = run
    // The cache would answer for any key.
    run.isRefreshing = true
    self.run = run
  }

  /// - Throws: `CancellationError`; a usage failure for an invalid address.
  func outcome() async throws -> Outcome {
    let isAddress = profile.key?.isAddress == true
    let address =
      try isAddress ? Settings.address(key, of: profile) : settings.address(of: profile)
    let providers = ProviderCatalog.providers(
      key: { $0 == profile.credentials ? key : nil }, address: { _ in address },
      sources: settings.sources)
    guard let provider = providers.first(where: { $0.id == profile.id }) else {
      preconditionFailure("a provider of the catalog")
    }
    let registry = ProviderRegistry([provider])
    let redaction = Redaction(
      inUse: isAddress
        ? [] : KeyRequirement.parts(of: key).map { KeyInUse($0, home: provider.api.base) },
      keys: registry.apis.compactMap(\.key))
    let log = RequestLog(run, redaction: redaction, console: console)
    let layers = NetworkLayers(
      run, registry: registry, keys: settings.keys, redaction: redaction, log: log,
      folders: console.folders)
    defer { layers.close() }
    let waiting = ProgressLine(console)
    let transport = ObservingTransport(
      layers.services, registry: registry, log: log, logsTries: true, waiting: waiting)
    async let _ = waiting?.run()
    let answer = await provider.page(of: PhotoQuery("kittens"), at: nil, over: transport)
    waiting?.hide()
    try Task.checkCancellation()
    if !transport.quotas.isEmpty {
      QuotaFile(console.folders.quotas).keep(transport.quotas, at: Date())
    }
    switch answer {
    case .success(let page):
      // A service that answers without an account says in a notice that it isn't accepted.
      if profile.account != nil, let notice = page.notices.first {
        return notice.hasPrefix(AccountKey.refusal)
          ? .refused(notice)
          : .untried(ProviderError(profile.id, .unavailable(message: notice)))
      }
      return .accepted(transport.quotas[profile.service])
    case .failure(let error):
      guard case .keyRefused(_, _, let message) = error.reason else { return .untried(error) }
      return .refused(message)
    }
  }
}

extension KeyTrial.Outcome {
  /// The result in words: `accepted, 49 of 50 requests left this hour`
  var words: String {
    switch self {
    case .accepted(let quota): "accepted" + (quota.map { ", \($0.words)" } ?? "")
    case .refused(let message): "refused by the service (\(message))"
    case .untried(let error): "couldn't be tried: \(ErrorText.line(error.reason))"
    }
  }
}
