#if !os(Linux)
  import Foundation
  import Synchronization

  /// The connections of this system; what they have in common is in Connections.swift
  typealias Connections = SessionConnections

  /// URLSession, on Apple's systems
  ///
  /// It does as little as possible, because it isn't built on the machines where this is developed.
  final class SessionConnections: NSObject, Sendable, URLSessionDataDelegate {
    private struct State {
      /// The session; nil once closed
      var session: URLSession?
      var entries: [Int: (exchange: Exchange, task: URLSessionTask)] = [:]
    }

    private let state = Mutex(State())

    /// The library that sends requests
    static let library: String? = "URLSession"

    /// - Parameter environment: unused, as the system has settings for proxies and certificates.
    init(environment: [String: String]) {
      super.init()
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.urlCredentialStorage = nil
      configuration.timeoutIntervalForRequest = 24 * 3600
      configuration.httpMaximumConnectionsPerHost = 64
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
      state.withLock { $0.session = session }
    }

    /// Begins to send a request; whatever comes of it is told to the exchange
    func start(_ request: WebRequest, _ exchange: Exchange) {
      guard !exchange.hasEnded else { return }
      var sent = URLRequest(url: request.url)
      sent.httpMethod = request.method
      sent.httpBody = request.form.map { Data($0.utf8) }
      for field in request.headers.fields {
        sent.addValue(field.value, forHTTPHeaderField: field.name)
      }
      let task = state.withLock { state -> URLSessionTask? in
        guard let task = state.session?.dataTask(with: sent) else { return nil }
        state.entries[task.taskIdentifier] = (exchange, task)
        return task
      }
      guard let task else { return exchange.fail("the connections are closed") }
      task.resume()
    }

    /// Goes on with a body that waited for room
    func resume(_ exchange: Exchange) { task(of: exchange)?.resume() }

    /// Ends a transfer whose reply nobody wants any more
    func cancel(_ exchange: Exchange) { task(of: exchange)?.cancel() }

    /// Ends all transfers, and refuses further ones
    func close() {
      let (session, entries) = state.withLock { state in
        defer { state = State() }
        return (state.session, state.entries)
      }
      for entry in entries.values { entry.exchange.fail("the connections are closed") }
      session?.invalidateAndCancel()
    }

    private func task(of exchange: Exchange) -> URLSessionTask? {
      state.withLock { state in state.entries.values.first { $0.exchange === exchange }?.task }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
      state.withLock { $0.entries[task.taskIdentifier]?.exchange }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition {
      if let head = Self.head(response) { exchange(of: dataTask)?.receive(head: head) }
      return .allow
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      exchange(of: dataTask)?.receive(data) { dataTask.suspend() }
    }

    /// Declines the redirect: the 3xx is the reply, and the caller decides what to send on
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? {
      nil
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      guard let entry = state.withLock({ $0.entries.removeValue(forKey: task.taskIdentifier) })
      else { return }
      if let error {
        entry.exchange.fail(Self.words(error))
      } else if let response = task.response.flatMap(Self.head) {
        entry.exchange.end(.success(response))
      } else {
        entry.exchange.fail("it hung up without a reply")
      }
    }

    private static func head(_ response: URLResponse) -> WebReply? {
      guard let response = response as? HTTPURLResponse else { return nil }
      let fields = response.allHeaderFields.compactMap { name, value in
        (name as? String).map { HTTPHeaders.Field(name: $0, value: "\(value)") }
      }
      return WebReply(
        status: response.statusCode, headers: HTTPHeaders(fields.sorted { $0.name < $1.name }))
    }

    /// Words for an error. The system's own words may contain the address, and with it a key
    private static func words(_ error: any Error) -> String {
      guard let error = error as? URLError else { return "the connection failed" }
      return switch error.code {
      case .notConnectedToInternet: "there is no network"
      case .cannotFindHost, .dnsLookupFailed: "there is no such host, or no network"
      case .cannotConnectToHost: "the connection is refused"
      case .networkConnectionLost: "the connection was reset"
      case .timedOut: "it didn't answer in time"
      case .badServerResponse, .cannotParseResponse: "the head of the reply can't be read"
      case .secureConnectionFailed: "no secure connection can be made"
      case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
        "its certificate is signed by nobody that this machine trusts"
      case .serverCertificateHasBadDate: "its certificate has expired"
      case .serverCertificateNotYetValid: "its certificate isn't valid yet"
      case .cannotDecodeContentData, .cannotDecodeRawData: "the reply is compressed wrongly"
      default: "the connection failed (\(error.code.rawValue))"
      }
    }
  }
#endif
