import Foundation

extension WikimediaCommons {
  /// Errors come with status 200: see
  /// [API:Errors](https://www.mediawiki.org/wiki/API:Errors_and_warnings)
  public func verdict(on response: HTTPResponse) -> Verdict {
    switch response.status {
    case 200..<300: verdict(onBodyOf: response)
    case 403, 429: verdict(onRefusal: response)
    case 408, 425, 500...: response.again(words(in: response))
    default: .failed(status: response.status, message: words(in: response))
    }
  }

  /// Too many requests, or a program that does not say who it is
  private func verdict(onRefusal response: HTTPResponse) -> Verdict {
    let words = Self.words.shown(
      "Wikimedia asks for a User-Agent with a name and a contact: \(words(in: response))")
    return response.status == 429
      ? response.again(words) : .failed(status: response.status, message: words)
  }

  private func verdict(onBodyOf response: HTTPResponse) -> Verdict {
    guard response.looksLikeJSON else {
      let words = Self.words.shown(response.wordsForNoJSON)
      return response.body.isEmpty
        ? .again(after: nil, reason: words) : .failed(status: response.status, message: words)
    }
    guard let error = error(in: response) else { return .page }
    let words = words(of: error)
    return Self.isPassing(error["code"]?.text ?? "")
      ? .again(after: response.retryAfter, reason: words)
      : .failed(status: response.status, message: words)
  }

  private static let words = ServiceWords(key: nil)

  /// The error's own words, else the beginning of the reply
  private func words(in response: HTTPResponse) -> String {
    error(in: response).map(words(of:)) ?? Self.words.shown(response.ownWords)
  }

  /// e.g. `maxlag: Waiting for db1234: 7 seconds lagged`
  private func words(of error: JSONValue) -> String {
    let info = PlainText.resolved(error["info"]?.string)
    let words = [error["code"]?.text, info].compactMap(\.self).joined(separator: ": ")
    return Self.words.shown(words.isEmpty ? "an error without a name" : words)
  }

  /// Bytes that a reply with an error has at most; one that tells of photos has more
  private static let longestError = 16_384

  /// The object of an error, sought where one can be: in a short reply, or where the header says so
  private func error(in response: HTTPResponse) -> JSONValue? {
    let isNamed = response.headers["MediaWiki-API-Error"] != nil
    guard isNamed || response.body.count <= Self.longestError else { return nil }
    do throws(JSONProblem) {
      return try JSONDocument(response.body).root["error"]
    } catch {
      // What is wrong with the text is said when the page is read.
      return nil
    }
  }

  /// Errors that go away: a database behind its master, a busy search, too many requests
  private static func isPassing(_ code: String) -> Bool {
    ["maxlag", "ratelimited", "readonly"].contains(code)
      || ["internal_api_error", "cirrussearch-too-busy"].contains { code.hasPrefix($0) }
      || code.hasSuffix("backend-error")
  }
}
