import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// The result of a small search that shows whether a service accepts a key
enum KeyTrial {
  /// The key is accepted; with the remaining quota, if told
  case accepted(Quota?)
  /// The key isn't accepted: the service's words
  case refused(String)
  /// The service couldn't be asked: the failure
  case untried(ProviderError)

  /// Tries a key
  ///
  /// - Parameters:
  ///   - key: may differ from the stored one
  ///   - profile: the provider to ask
  ///   - run: the timeout, and whether to print a line for the request
  /// - Throws: `CancellationError`; a usage failure for an invalid address.
  init(
    _ key: String, of profile: ProviderProfile, _ run: RequestOptions, _ settings: Settings,
    _ console: Console
  ) async throws {
    var run = run
    // The cache would answer for any key.
    run.isRefreshing = true
    let isAddress = profile.key?.isAddress == true
    let address =
      try isAddress ? Settings.address(key, of: profile) : settings.address(of: profile)
    let providers = ProviderCatalog.providers(
      key: { $0 == profile.credentials ? key : nil }, address: { _ in address },
      sources: settings.sources)
    guard let provider = providers.first(where: { $0.id == profile.id }) else {
      preconditionFailure("a provider of the catalog")
    }
    let session = try Session(
      run, asking: ProviderRegistry([provider]), keys: settings.keys,
      inUse: isAddress
        ? [] : KeyRequirement.parts(of: key).map { KeyInUse($0, home: provider.api.base) },
      console: console)
    async let _ = session.waiting?.run()
    let answer = await provider.page(of: PhotoQuery("kittens"), at: nil, over: session.transport)
    session.waiting?.hide()
    try session.finish()
    try Task.checkCancellation()
    switch answer {
    case .success(let page):
      // A service that answers without an account says in a notice that it isn't accepted.
      if profile.account != nil, let notice = page.notices.first {
        self =
          notice.hasPrefix(AccountKey.refusal)
          ? .refused(notice)
          : .untried(ProviderError(profile.id, .unavailable(message: notice)))
      } else {
        self = .accepted(session.transport.quotas[profile.service])
      }
    case .failure(let error):
      if case .keyRefused(_, _, let message) = error.reason {
        self = .refused(message)
      } else {
        self = .untried(error)
      }
    }
  }

  /// The result in words: `accepted, 49 of 50 requests left this hour`
  var words: String {
    switch self {
    case .accepted(let quota): "accepted" + (quota.map { ", \($0.words)" } ?? "")
    case .refused(let message): "refused by the service (\(message))"
    case .untried(let error): "couldn't be tried: \(ErrorText.line(error.reason))"
    }
  }
}
