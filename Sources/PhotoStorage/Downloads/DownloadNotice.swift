package import PhotoSearch
import Synchronization

/// Tells services about saved photos if their terms ask for it; a failure is only a warning
package final class DownloadNotice: Sendable {
  /// Why a service could not be told
  package enum Fault: Error, CustomStringConvertible {
    /// There is no key, or the photo's address isn't one of the service
    case noRequest
    case status(Int)

    package var description: String {
      switch self {
      case .noRequest: "without a key, or at an address that isn't its own"
      case .status(let status): "status \(status)"
      }
    }
  }

  private let providers: [any PhotoProvider]
  /// Sends the notices; nil if no service is to be told
  private let transport: (any HTTPTransport)?
  private let report: @Sendable (ProviderProfile, any Error) -> Void
  private let warned = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - transport: nil if no service is to be told
  ///   - report: called at the first failure for each service
  package init(
    _ providers: [any PhotoProvider], over transport: (any HTTPTransport)?,
    report: @escaping @Sendable (ProviderProfile, any Error) -> Void
  ) {
    self.providers = providers
    self.transport = transport
    self.report = report
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
      let service = provider.profile.service
      if warned.withLock({ $0.insert(service).inserted }) { report(provider.profile, error) }
    }
  }
}
