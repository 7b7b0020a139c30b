#if os(Linux)
  private import CCurl
  private import Glibc
  private import Platform
  private import Synchronization

  /// The connections of this system; what they have in common is in Connections.swift
  typealias Connections = CurlConnections

  /// libcurl: one pool of connections, driven by one thread for as long as it is open
  ///
  /// libcurl's multi interface does everything on the thread that calls it, so a transfer belongs
  /// to that thread. Other tasks leave it messages and wake it; it answers through their exchanges.
  final class CurlConnections: Sendable {
    private struct Message: Sendable {
      let exchange: Exchange
      /// The work for the thread, which has the transfers
      let work: @Sendable (inout CurlTransfers) -> Void
    }

    private struct Mailbox {
      var messages: [Message] = []
      var isClosed = false
      var hasThread = false
      /// The handle that wakes the thread. It is kept as a number, because a pointer can't be
      /// shared between threads; 0 before the thread's start and after its end
      var multi = 0

      func wakeThread() {
        if let multi = OpaquePointer(bitPattern: multi) { _ = ccurl_multi_wake(multi) }
      }
    }

    /// The error of a request that came after the close
    static let closed = "the connections are closed"

    private let settings: CurlSettings
    private let mailbox = Mutex(Mailbox())

    /// - Parameter environment: may name a proxy and certificates; see ``CurlSettings``
    init(environment: [String: String]) { settings = CurlSettings(environment) }

    /// Begins to send a request; whatever comes of it is told to the exchange
    func start(_ request: WebRequest, _ exchange: Exchange) {
      post(Message(exchange: exchange) { $0.start(request, exchange) })
    }

    /// Goes on with a body that waited for room
    func resume(_ exchange: Exchange) { post(Message(exchange: exchange) { $0.resume(exchange) }) }

    /// Ends a transfer whose reply nobody wants any more
    func cancel(_ exchange: Exchange) { post(Message(exchange: exchange) { $0.cancel(exchange) }) }

    /// Ends all transfers, and refuses further ones
    func close() {
      mailbox.withLock { mailbox in
        mailbox.isClosed = true
        mailbox.wakeThread()
      }
    }

    private func post(_ message: Message) {
      let (isClosed, needsThread) = mailbox.withLock { mailbox in
        guard !mailbox.isClosed else { return (true, false) }
        mailbox.messages.append(message)
        mailbox.wakeThread()
        defer { mailbox.hasThread = true }
        return (false, !mailbox.hasThread)
      }
      if isClosed { Self.refuse(message.exchange, Self.closed) }
      if needsThread, !SystemThread.start({ [self] in run() }) {
        giveUp("the system has no thread for it")
      }
    }

    /// Fails all waiting requests and all later ones; what has ended already stays as it is
    private func giveUp(_ reason: String) {
      let messages = mailbox.withLock { mailbox in
        mailbox.isClosed = true
        defer { mailbox.messages = [] }
        return mailbox.messages
      }
      for message in messages { Self.refuse(message.exchange, reason) }
    }

    /// Fails a request that can't be sent, because libcurl is missing or for another reason
    private static func refuse(_ exchange: Exchange, _ reason: String) {
      if loading == CCURL_MISSING {
        exchange.end(.failure(TransportError.noLibcurl))
      } else {
        exchange.fail(reason)
      }
    }

    // MARK: For the thread

    private func run() {
      // Other threads handle signals; OpenSSL writes to sockets without a guard against SIGPIPE.
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      guard Self.loading == CCURL_OK, let multi = ccurl_multi_make() else {
        return giveUp("libcurl can't be started")
      }
      mailbox.withLock { [address = Int(bitPattern: multi)] in $0.multi = address }
      var transfers = CurlTransfers(multi: multi, settings: settings)
      while let messages = takeMessages() {
        for message in messages { message.work(&transfers) }
        transfers.perform()
        _ = ccurl_multi_wait(multi, Self.longestWait)
      }
      mailbox.withLock { $0.multi = 0 }
      transfers.fail(Self.closed)
      giveUp(Self.closed)
      ccurl_multi_free(multi)
    }

    /// Milliseconds; an event ends the wait earlier
    private static let longestWait: Int32 = 60_000

    /// The messages that other tasks have left; nil once closed
    private func takeMessages() -> [Message]? {
      mailbox.withLock { mailbox in
        guard !mailbox.isClosed else { return nil }
        defer { mailbox.messages = [] }
        return mailbox.messages
      }
    }
  }

  /// The transfers of the connections' thread
  private struct CurlTransfers {
    let multi: OpaquePointer
    let settings: CurlSettings
    var byExchange: [ObjectIdentifier: CurlTransfer] = [:]
    /// Transfers cancelled during the lookup of their host's name; see ``CurlTransfer/canBeFreed``
    var lingering: [CurlTransfer] = []

    mutating func start(_ request: WebRequest, _ exchange: Exchange) {
      guard !exchange.hasEnded else { return }
      guard let transfer = CurlTransfer(request, exchange, settings) else {
        return exchange.fail(CurlFault.unsendable)
      }
      guard ccurl_multi_add(multi, transfer.easy) == CCURL_OK else {
        return exchange.fail("the connection failed")
      }
      byExchange[ObjectIdentifier(exchange)] = transfer
    }

    func resume(_ exchange: Exchange) { byExchange[ObjectIdentifier(exchange)]?.resume() }

    mutating func cancel(_ exchange: Exchange) {
      guard let transfer = byExchange.removeValue(forKey: ObjectIdentifier(exchange)) else {
        return
      }
      if transfer.canBeFreed {
        _ = ccurl_multi_remove(multi, transfer.easy)
      } else {
        lingering.append(transfer)
      }
    }

    /// Sends and receives without waiting, and ends finished exchanges
    mutating func perform() {
      _ = ccurl_multi_perform(multi)
      var context: UnsafeMutableRawPointer?
      var code: Int32 = 0
      while ccurl_multi_next_done(multi, &context, &code) != 0 {
        guard let context else { continue }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        _ = ccurl_multi_remove(multi, transfer.easy)
        transfer.finish(code)
        lingering.removeAll { $0 === transfer }
        byExchange[ObjectIdentifier(transfer.exchange)] = nil
      }
      for transfer in lingering where transfer.canBeFreed {
        _ = ccurl_multi_remove(multi, transfer.easy)
      }
      lingering.removeAll { $0.canBeFreed }
    }

    mutating func fail(_ reason: String) {
      for transfer in byExchange.values { transfer.exchange.fail(reason) }
      for transfer in Array(byExchange.values) + lingering {
        _ = ccurl_multi_remove(multi, transfer.easy)
      }
      (byExchange, lingering) = ([:], [])
    }
  }

  extension CurlConnections {
    /// The result of loading libcurl, which is done for the first request
    private static let loading = ccurl_start()

    /// The machine's library, e.g. `libcurl 7.88.1, OpenSSL/3.0.17`; nil if it can't be used
    static var library: String? {
      guard loading == CCURL_OK else { return nil }
      let names = String(cString: ccurl_version()).components(at: " ").prefix(2).joined(
        separator: ", ")
      return "libcurl " + names.dropFirst("libcurl/".count)
    }
  }
#endif
