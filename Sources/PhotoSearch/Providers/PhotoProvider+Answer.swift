package import Foundation

extension PhotoProvider {
  /// Asks for one page and reads it
  package func page(
    of query: PhotoQuery, at cursor: PageCursor?, over transport: any HTTPTransport
  ) async -> Result<PhotoPage, ProviderError> {
    do throws(ProviderError) {
      let request = try request(for: query, at: cursor)
      let response = try await answer(to: request, over: transport).get()
      return .success(try page(from: response, for: query, at: cursor))
    } catch {
      return .failure(error)
    }
  }

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
    case .again(_, let reason): .unavailable(message: reason)
    case .spent(let seconds): .quotaSpent(until: seconds.map { now.addingTimeInterval($0) })
    case .refused(let message): .keyRefused(variable: profile.key?.variable ?? "", message: message)
    case .absent: .noSuchPhoto("")
    case .failed(let status, let message): .rejected(status: status, message: message)
    }
  }
}
