public import Foundation

extension JSONPhotoProvider {
  /// The meaning of a reply: by the adapter's own rule, else by its status
  public func verdict(on response: WebReply) -> ReplyVerdict {
    if let own = ownVerdict(on: response) { return own }
    switch response.status {
    case 200..<300: return verdictOnBody(of: response)
    case 401 where profile.key != nil: return .refused(serviceMessage(in: response))
    // A web page in place of JSON means that the address is wrong, not that a photo is missing.
    case 404 where response.body.isEmpty || response.looksLikeJSON:
      return .absent(serviceMessage(in: response))
    case 408, 425, 429, 500...: return response.again(serviceMessage(in: response))
    default: return .failed(status: response.status, message: serviceMessage(in: response))
    }
  }

  private func verdictOnBody(of response: WebReply) -> ReplyVerdict {
    if response.looksLikeJSON { return .page }
    let words = shown(response.wordsForNoJSON)
    return response.body.isEmpty
      ? .again(after: nil, reason: words) : .failed(status: response.status, message: words)
  }

  public func ownVerdict(on response: WebReply) -> ReplyVerdict? { nil }

  public func words(in response: WebReply) -> String? { response.json?.reasons }

  /// The service's words in a refusal, else the start of its text, made fit to be shown
  public func serviceMessage(in response: WebReply) -> String {
    shown(words(in: response) ?? response.bodyDescription)
  }

  /// The service's words on one line, shortened, and without the key
  func shown(_ words: String) -> String { ServiceMessage(key: access.key).shown(words) }

  public func quota(in response: WebReply) -> Quota? {
    guard let fields = Self.quota else { return nil }
    return fields.quota(in: response)
  }
}

extension WebReply {
  /// The JSON in the body; nil if it can't be read
  public var json: JSONValue? {
    guard looksLikeJSON else { return nil }
    do throws(JSONProblem) {
      return try JSONDocument(body).root
    } catch {
      return nil
    }
  }
}

extension JSONValue {
  /// Parses a JSON text
  ///
  /// - Throws: where the text stops being JSON.
  public init(parsing text: Data) throws(JSONProblem) {
    self = try JSONDocument(text).root
  }

  /// The reasons in a refusal, in the forms that services use: `{"errors": ["text", …]}`,
  /// `{"detail": {"parameter": ["text"]}}` as `parameter: text`, `{"error": "text"}`
  var reasons: String? {
    let found = [
      self["errors"], self["detail"], self["message"], self["error"], self["reason"],
    ]
    return found.lazy.compactMap { $0?.reason }.first
  }

  private var reason: String? {
    if let string { return string }
    let members = members ?? []
    let texts =
      elements?.compactMap(\.string)
      ?? members.map { name, value in
        let texts = value.elements?.compactMap(\.text) ?? [value.text].compactMap(\.self)
        return "\(name): \(texts.joined(separator: ", "))"
      }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
