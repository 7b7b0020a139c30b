import Foundation

extension UnsplashService {
  /// What a reply is: by its status, for spent quota comes as 403 with bare text that calls itself
  /// JSON
  func verdict(on response: HTTPResponse) -> Verdict {
    switch response.status {
    case 200..<300: verdictOnBody(of: response)
    case 401: .refused(words(in: response))
    case 403 where isQuotaSpent(response): .spent(until: response.retryAfter)
    case 404: .absent
    case 429: verdictOnTooMany(response)
    case 408, 500...: response.again(words(in: response))
    default: .failed(status: response.status, message: words(in: response))
    }
  }

  private func verdictOnBody(of response: HTTPResponse) -> Verdict {
    if response.looksLikeJSON { return .page }
    let words = ServiceWords(key: key).shown(response.wordsForNoJSON)
    return response.body.isEmpty
      ? .again(after: nil, reason: words) : .failed(status: response.status, message: words)
  }

  /// The quota is by the hour: without a stated wait nothing is gained by asking again at once
  private func verdictOnTooMany(_ response: HTTPResponse) -> Verdict {
    response.retryAfter == nil ? .spent(until: nil) : response.again(words(in: response))
  }

  private func isQuotaSpent(_ response: HTTPResponse) -> Bool {
    response.headers["X-Ratelimit-Remaining"]?.trimmingCharacters(in: .whitespaces) == "0"
      || response.excerpt().lowercased().contains("rate limit exceeded")
  }

  /// The reply's `errors`, else the beginning of its text
  private func words(in response: HTTPResponse) -> String {
    ServiceWords(key: key).shown(errors(in: response) ?? response.ownWords)
  }

  private func errors(in response: HTTPResponse) -> String? {
    guard response.looksLikeJSON else { return nil }
    do throws(JSONProblem) {
      let errors = try JSONDocument(response.body).root["errors"]
      let texts = errors?.elements?.compactMap(\.string) ?? []
      return texts.isEmpty ? errors?.string : texts.joined(separator: "; ")
    } catch {
      return nil
    }
  }
}
