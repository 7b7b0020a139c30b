package import PhotoSearch
import Synchronization

/// Tells services of saved photos where their terms ask for it; if that fails, the run only warns
package final class DownloadNotice: Sendable {
  /// Why a service wasn't told
  package enum Fault: Error {
    /// Without a key, or at an address that isn't the service's own
    case noRequest
    case status(Int)
  }

  private let providers: [any PhotoProvider]
  /// nil where no service is to be told
  private let transport: (any HTTPTransport)?
  private let report: @Sendable (ProviderProfile, any Error) -> Void
  private let hasWarned = Mutex(false)

  /// - Parameters:
  ///   - transport: nil where no service is to be told
  ///   - report: told the first time that a service can't be told
  package init(
    _ providers: [any PhotoProvider], over transport: (any HTTPTransport)?,
    report: @escaping @Sendable (ProviderProfile, any Error) -> Void
  ) {
    (self.providers, self.transport, self.report) = (providers, transport, report)
  }

  @Sendable package func send(_ photo: Photo) async {
    guard let transport, photo.downloadLocation != nil,
      let provider = providers.first(where: { $0.profile.service == photo.id.service })
    else { return }
    do {
      guard let request = provider.request(onSaving: photo) else { throw Fault.noRequest }
      let response = try await transport.send(request)
      guard response.status < 300 else { throw Fault.status(response.status) }
    } catch {
      let isFirst = hasWarned.withLock { warned in
        defer { warned = true }
        return !warned
      }
      if isFirst { report(provider.profile, error) }
    }
  }
}
