package import Foundation
import Platform

extension PhotoProvider {
  /// Requests everything about one photo
  ///
  /// - Parameter native: the native part of its id
  /// - Throws: the error of the first request; the other replies only add facts.
  package func photo(
    _ native: String, over transport: any HTTPTransport
  ) async throws(ProviderError) -> Photo {
    let requests = try requests(forPhoto: native)
    guard let first = requests.first else { return try photo(native, from: []) }
    let answer = await answer(to: first, over: transport)
    if case .failure(let error) = answer { throw error.about(profile.photoID(native)) }
    let answers = [answer] + (await answers(to: requests.dropFirst(), over: transport))
    var photo: Photo
    do throws(ProviderError) { photo = try self.photo(native, from: answers) } catch {
      throw error.about(profile.photoID(native))
    }
    tellReading(of: answers, as: photo, native)
    if case .success(let reply) = answer { photo.fetched = seen(by: reply) }
    return photo
  }

  /// When the reply was sent, if the service's picture addresses expire; else nil
  func seen(by reply: WebReply) -> Date? {
    guard profile.display.addressLifetime != nil, let received = reply.received else { return nil }
    return Date(timeIntervalSince1970: received.timeIntervalSince1970.rounded(.down))
  }

  /// Marks replies as read: the first one always, and others if the photo has less without them
  private func tellReading(
    of answers: [Result<WebReply, ProviderError>], as photo: Photo, _ native: String
  ) {
    for (index, answer) in answers.enumerated() {
      guard case .success(let response) = answer, response.whenRead != nil else { continue }
      var others = answers
      others[index] = .failure(ProviderError(id, .absent(message: "")))
      if index == 0 || ifReadable({ try self.photo(native, from: others) }) != photo {
        response.wasRead()
      }
    }
  }

  /// The answers to requests that are sent side by side, in the order of the requests
  private func answers(
    to requests: ArraySlice<WebRequest>, over transport: any HTTPTransport
  ) async -> [Result<WebReply, ProviderError>] {
    await withTaskGroup(of: (Int, Result<WebReply, ProviderError>).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask { (index, await answer(to: request, over: transport)) }
      }
      var answers: [(Int, Result<WebReply, ProviderError>)] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Requests one page and reads it
  ///
  /// If a recording or the cache lacks a second try, the page is empty.
  package func page(
    of query: PhotoQuery, at cursor: PageCursor?, over transport: any HTTPTransport
  ) async -> Result<PhotoPage, ProviderError> {
    do throws(ProviderError) {
      let request = try request(for: query, at: cursor)
      let response = try await answer(to: request, over: transport).get()
      var page = try page(from: response, for: query, at: cursor)
      page.bytes = response.body.count
      if response.source == .network { page.quota = quota(in: response) }
      if let seen = seen(by: response) {
        for index in page.photos.indices { page.photos[index].fetched = seen }
      }
      // A page whose rows are all unreadable isn't cached, as it may be something else.
      if !page.photos.isEmpty || page.excluded[.unreadable] == nil { response.wasRead() }
      let sent = wordForm.words(of: query)
      if sent != query.words { page.asked = sent }
      if query.isSecondTry {
        // Another order, such as by date, is the service's own.
        page.keepPhotos(with: query.contentWords, isRanked: query.filters.sort == .relevant)
      }
      return .success(page)
    } catch {
      if error.isMiss, query.isSecondTry, cursor == nil { return .success(.unasked) }
      guard case .absent(let message) = error.reason else { return .failure(error) }
      if query.subject != nil { return .success(PhotoPage(listing: nil, of: query)) }
      return .failure(ProviderError(id, .rejected(status: 404, message: message)))
    }
  }

  /// Makes a small search that shows whether the service accepts the provider's key
  ///
  /// - Returns: why the service refuses the key, or couldn't be asked; nil if it accepts it.
  package func tryKey(over transport: any HTTPTransport) async -> ProviderError? {
    switch await page(of: PhotoQuery("kittens"), at: nil, over: transport) {
    case .failure(let error): return error
    case .success(let page):
      // A service that answers without an account says in a notice that it isn't accepted.
      guard let account = profile.account, let notice = page.notices.first else { return nil }
      return notice.begins(with: AccountKey.refusal)
        ? .refusal(of: account, at: id, notice) : ProviderError(id, .unavailable(message: notice))
    }
  }

  /// Sends a request and judges the reply; a reply that isn't a page becomes an error
  package func answer(
    to request: WebRequest, over transport: any HTTPTransport
  ) async -> Result<WebReply, ProviderError> {
    do {
      let response = try await transport.send(request)
      guard let reason = reason(for: response) else { return .success(response) }
      return .failure(ProviderError(id, reason))
    } catch let error as TransportError {
      return .failure(ProviderError(id, .transport(error)))
    } catch let error as ProviderError {
      return .failure(error)
    } catch {
      let host = request.url.host ?? ""
      return .failure(ProviderError(id, .transport(.unreachable(host: host, reason: "\(error)"))))
    }
  }

  /// When the service answers again, if a reply says that its quota is used up
  package func quotaEnd(in response: WebReply) -> Date? {
    guard case .quotaSpent(let until) = reason(for: response) else { return nil }
    return until
  }

  /// The reason of an error. Waits count from when the reply was sent, which may be long ago for a
  /// recording
  private func reason(for response: WebReply) -> ProviderError.Reason? {
    let now = response.received ?? Date()
    return switch response.verdict ?? verdict(on: response) {
    case .page: nil
    case .again(nil, _) where response.status == 429: .quotaSpent(until: nil)
    case .again(nil, let reason): .unavailable(message: reason)
    case .again(let seconds?, _): .quotaSpent(until: time(in: seconds, from: now))
    case .spent(let seconds): .quotaSpent(until: seconds.flatMap { time(in: $0, from: now) })
    case .refused(let message): refusal(message)
    case .absent(let message): .absent(message: message)
    case .failed(let status, let message): .rejected(status: status, message: message)
    }
  }

  /// A refused key; if the service needs none, it is a plain refusal
  private func refusal(_ message: String) -> ProviderError.Reason {
    guard let key = profile.key else { return .rejected(status: 401, message: message) }
    if key.isAddress { return .misconfigured(variable: key.variable, message: message) }
    return .keyRefused(variable: key.variable, address: key.address, message: message)
  }

  /// A time in the future; nil for a wait of more than a year, which isn't meant as a time
  private func time(in seconds: Double, from now: Date) -> Date? {
    guard seconds.isFinite, seconds < 366 * 24 * 3600 else { return nil }
    return now.addingTimeInterval(max(0, seconds))
  }
}

extension ProviderError {
  /// The error with the photo's id, if it says that the requested photo doesn't exist
  fileprivate func about(_ id: PhotoID) -> ProviderError {
    guard case .absent(let message) = reason else { return self }
    return ProviderError(provider, .noSuchPhoto("\(id)", message: message))
  }

  /// The error of a key that isn't accepted
  ///
  /// - Parameter message: the service's words; empty if it wasn't asked
  package static func refusal(
    of key: KeyRequirement, at id: ProviderID, _ message: String = ""
  ) -> ProviderError {
    ProviderError(id, .keyRefused(variable: key.names, address: key.address, message: message))
  }
}
