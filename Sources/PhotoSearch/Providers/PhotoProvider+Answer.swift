package import Foundation

extension PhotoProvider {
  /// Sends a request and judges the reply: one that is no page becomes an error
  package func answer(
    to request: HTTPRequest, over transport: any HTTPTransport, now: Date = Date()
  ) async -> Result<HTTPResponse, ProviderError> {
    do {
      let response = try await transport.send(request)
      guard let reason = reason(for: verdict(on: response), now: now) else {
        return .success(response)
      }
      return .failure(ProviderError(id, reason))
    } catch let error as TransportError {
      return .failure(ProviderError(id, .transport(error)))
    } catch let error as ProviderError {
      return .failure(error)
    } catch {
      let host = request.url.host ?? ""
      return .failure(
        ProviderError(id, .transport(.unreachable(host: host, reason: "\(error)"))))
    }
  }

  private func reason(for verdict: Verdict, now: Date) -> ProviderError.Reason? {
    switch verdict {
    case .page: nil
    case .again(nil, let reason): .unavailable(message: reason)
    case .again(let seconds?, _): .quotaSpent(until: time(in: seconds, from: now))
    case .spent(let seconds): .quotaSpent(until: seconds.flatMap { time(in: $0, from: now) })
    case .refused(let message): .keyRefused(variable: profile.key?.variable ?? "", message: message)
    case .absent: .noSuchPhoto("")
    case .failed(let status, let message): .rejected(status: status, message: message)
    }
  }
  /// nil for more than a year: what a service says is not always a time
  private func time(in seconds: Double, from now: Date) -> Date? {
    guard seconds.isFinite, seconds < 366 * 24 * 3600 else { return nil }
    return now.addingTimeInterval(max(0, seconds))
  }
}
