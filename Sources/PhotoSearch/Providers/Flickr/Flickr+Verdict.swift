extension Flickr {
  /// What a reply is: refusals and requests to try again come with status 200
  public func verdict(on response: HTTPResponse) -> Verdict {
    switch response.status {
    case 200..<300: break
    case 401: return .refused(words(response))
    case 408, 429, 500...: return response.again(words(response))
    default: return .failed(status: response.status, message: words(response))
    }
    if let failure = FlickrFailure.found(in: response.body) {
      return verdict(on: failure, in: response)
    }
    if response.looksLikeJSON || response.isFunctionCall { return .page }
    let words = serviceWords.shown(response.wordsForNoJSON)
    return response.body.isEmpty
      ? .again(after: nil, reason: words) : .failed(status: response.status, message: words)
  }

  private func verdict(on failure: FlickrFailure, in response: HTTPResponse) -> Verdict {
    let words = serviceWords.shown(failure.message)
    let lowercased = words.lowercased()
    if lowercased.contains("currently") && lowercased.contains("available") {
      return .again(after: response.retryAfter, reason: words)
    }
    switch failure.code {
    case 0, 10, 105, 201: return .again(after: response.retryAfter, reason: words)
    case 20: return .page
    case 100: return .refused(words)
    case 1 where lowercased.contains("photo") && lowercased.contains("not found"): return .absent
    default: return .failed(status: failure.code ?? response.status, message: words)
    }
  }

  private func words(_ response: HTTPResponse) -> String {
    let failure = FlickrFailure.found(in: response.body)
    return serviceWords.shown(failure?.message ?? response.ownWords)
  }
}

extension HTTPResponse {
  /// Whether the body is JSON as a function's argument
  fileprivate var isFunctionCall: Bool { body.prefix(32).starts(with: Array("jsonFlickr".utf8)) }
}
