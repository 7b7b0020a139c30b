import Foundation

extension Openverse {
  /// What a reply is: its reasons are in `detail`, as text or by parameter
  public func verdict(on response: HTTPResponse) -> Verdict {
    switch response.status {
    case 200..<300: verdict(onBodyOf: response)
    case 404: .absent
    case 429: verdict(onTooMany: response)
    case 408, 425, 500...: response.again(words(in: response))
    default: .failed(status: response.status, message: words(in: response))
    }
  }

  private func verdict(onBodyOf response: HTTPResponse) -> Verdict {
    if response.looksLikeJSON { return .page }
    let words = ServiceWords(key: nil).shown(response.wordsForNoJSON)
    return response.body.isEmpty
      ? .again(after: nil, reason: words) : .failed(status: response.status, message: words)
  }

  private func verdict(onTooMany response: HTTPResponse) -> Verdict {
    var response = response
    if response.retryAfter == nil, let seconds = statedWait(in: response) {
      response.headers["Retry-After"] = String(seconds)
    }
    return response.again(words(in: response))
  }

  /// A month, in seconds: what says more says nothing
  private static let longestWait = 2_678_400.0

  /// The seconds of `Expected available in 3600 seconds.`
  private func statedWait(in response: HTTPResponse) -> Double? {
    let words = reasons(in: response).joined(separator: " ").split(separator: " ")
    guard let unit = words.lastIndex(where: { $0.hasPrefix("second") }), unit > words.startIndex,
      let seconds = Double(words[unit - 1]), (0...Self.longestWait).contains(seconds)
    else { return nil }
    return seconds
  }

  private func words(in response: HTTPResponse) -> String {
    let reasons = reasons(in: response)
    return ServiceWords(key: nil).shown(
      reasons.isEmpty ? response.ownWords : reasons.joined(separator: "; "))
  }

  /// `{"detail": "text"}`, or `{"detail": {"parameter": ["text"]}}` as `parameter: text`
  private func reasons(in response: HTTPResponse) -> [String] {
    guard response.looksLikeJSON else { return [] }
    do throws(JSONProblem) {
      let detail = try JSONDocument(response.body).root["detail"]
      if let text = detail?.string { return [text] }
      let members = detail?.members ?? []
      return members.map { name, value in
        let texts = value.elements?.compactMap(\.text) ?? [value.text].compactMap(\.self)
        return "\(name): \(texts.joined(separator: ", "))"
      }
    } catch {
      return []
    }
  }
  /// Of the day: the other limit, by the minute, passes soon
  ///
  /// The service stands behind a cache, whose copies have counts that are hours old.
  public func quota(in response: HTTPResponse) -> Quota? {
    let age = response.headers["Age"].flatMap { Int($0) } ?? 0
    guard age == 0, response.headers["cf-cache-status"]?.uppercased() != "HIT",
      let remaining = response.headers["x-ratelimit-available-anon_sustained"].flatMap({ Int($0) })
    else { return nil }
    // `200/day`
    let words = response.headers["x-ratelimit-limit-anon_sustained"]?.split(separator: "/") ?? []
    return Quota(
      remaining: max(0, remaining), limit: words.first.flatMap { Int($0) },
      period: words.count == 2 ? String(words[1]) : nil)
  }
}
