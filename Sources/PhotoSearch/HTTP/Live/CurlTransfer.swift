import Platform

#if os(Linux)
  import Foundation
  private import CCurl

  /// libcurl's settings from the environment: certificates and proxy
  struct CurlSettings: Sendable {
    /// A file of trusted certificate authorities, in place of the system's
    let certificates: String?
    /// A folder of trusted certificate authorities
    let certificateFolder: String?
    /// The proxy for https; never used for this machine; empty without one
    private let proxy: String
    /// Hosts that are asked without the proxy
    private let unproxied: String

    /// - Parameter environment: `SSL_CERT_FILE`, `SSL_CERT_DIR`, `https_proxy` and `no_proxy`
    ///   count, the last two in capitals too. `http_proxy` does not: plain http is for this
    ///   machine.
    init(_ environment: [String: String]) {
      func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
      certificates = value("SSL_CERT_FILE")
      certificateFolder = value("SSL_CERT_DIR")
      proxy = value("https_proxy") ?? value("HTTPS_PROXY") ?? ""
      unproxied = value("no_proxy") ?? value("NO_PROXY") ?? ""
    }

    /// The proxy for a request, and the list of hosts without a proxy, as libcurl expects them
    ///
    /// - Parameter isLimited: whether the host's address must be checked. If so, we decide whether
    ///   the proxy is used, so that it doesn't depend on how libcurl reads the list
    func route(to origin: Origin, isLimited: Bool) -> (proxy: String, unproxied: String) {
      guard origin.scheme == "https", !origin.isLoopback, !proxy.isEmpty else { return ("", "") }
      guard isLimited else { return (proxy, unproxied) }
      return isUnproxied(origin.host) ? ("", "") : (proxy, "")
    }

    /// Whether the list names a host, a parent domain of it, or `*`
    private func isUnproxied(_ host: String) -> Bool {
      unproxied.lowercased().split { $0 == "," || $0.isWhitespace }.contains { entry in
        let name = entry.begins(with: ".") ? entry.dropFirst() : entry
        return entry == "*" || host == name || host.ends(with: ".\(name)")
      }
    }
  }

  /// One request that libcurl sends
  ///
  /// It belongs to the thread of its connections.
  final class CurlTransfer {
    let exchange: Exchange
    let easy: OpaquePointer
    private let origin: Origin
    private let hasProxy: Bool
    private var lines: OpaquePointer?
    /// Whether freeing the handle never waits
    private var isQuick = false
    private var head = ReplyHead()
    /// Why an address of the host was refused
    private var objection: String?

    /// - Returns: nil for a request that can't be sent: an address that can be read in two ways, or
    ///   a header field with a line break.
    init?(_ request: WebRequest, _ exchange: Exchange, _ settings: CurlSettings) {
      guard let address = Self.address(of: request.url), let easy = ccurl_easy_make() else {
        return nil
      }
      self.exchange = exchange
      self.easy = easy
      let origin = Origin(request.url)
      let route = settings.route(to: origin, isLimited: exchange.isLimited)
      hasProxy = !route.proxy.isEmpty
      self.origin = origin
      for field in request.headers.fields where !field.isNamed("Accept-Encoding") {
        guard let line = Self.line(of: field), let longer = ccurl_list_append(lines, line) else {
          return nil
        }
        lines = longer
      }
      set(request, address)
      set(settings, route)
      let me = Unmanaged.passUnretained(self).toOpaque()
      for option in [CCURL_SET_PRIVATE, CCURL_SET_HEADERDATA, CCURL_SET_WRITEDATA] {
        set(option, me)
      }
      _ = ccurl_set_receiver(easy, Int32(CCURL_SET_HEADERFUNCTION)) { bytes, size, count, context in
        CurlTransfer.at(context)?.receiveHead(.init(start: bytes, count: size * count)) ?? 0
      }
      _ = ccurl_set_receiver(easy, Int32(CCURL_SET_WRITEFUNCTION)) { bytes, size, count, context in
        CurlTransfer.at(context)?.receiveBody(.init(start: bytes, count: size * count)) ?? 0
      }
      // The address isn't checked behind a proxy: the user chose the proxy, and it may be anywhere.
      guard exchange.isLimited, !hasProxy else { return }
      set(CCURL_SET_OPENSOCKETDATA, me)
      _ = ccurl_set_opener(easy) { context, _, address in
        CurlTransfer.at(context)?.openSocket(address) ?? -1
      }
    }

    deinit {
      ccurl_easy_free(easy)
      ccurl_list_free(lines)
    }

    func resume() { _ = ccurl_easy_resume(easy) }

    /// Whether freeing the handle is immediate: before 7.87 it waits for the host's lookup
    var canBeFreed: Bool {
      isQuick || ccurl_number(easy, Int32(CCURL_INFO_NAMELOOKUP_TIME)) > 0
        || ccurl_number(easy, Int32(CCURL_INFO_RESPONSE_CODE)) > 0
    }

    /// Reports libcurl's result to the exchange, unless it has ended
    func finish(_ code: Int32) {
      if code == CCURL_COULDNT_CONNECT, let objection {
        let address = "\(origin)"
        exchange.end(.failure(TransportError.forbidden(address: address, reason: objection)))
      } else if code != CCURL_OK {
        exchange.fail(
          CurlFault.words(
            code, of: easy, encoding: head.response?.headers["Content-Encoding"],
            hasProxy: hasProxy))
      } else if let response = head.response {
        exchange.end(.success(response))
      } else {
        // libcurl reports no error when the connection closes in the middle of the head.
        exchange.fail(CurlFault.cut)
      }
    }

    // MARK: Setting up

    private func set(_ request: WebRequest, _ address: String) {
      set(CCURL_SET_URL, address)
      // libcurl must not normalize paths: ours are sent to the letter.
      set(CCURL_SET_PATH_AS_IS, 1)
      set(CCURL_SET_PROTOCOLS, CCURL_PROTOCOLS_HTTP_AND_HTTPS)
      set(CCURL_SET_HTTP09_ALLOWED, 0)
      set(CCURL_SET_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS)
      set(CCURL_SET_NOSIGNAL, 1)
      isQuick = ccurl_set_number(easy, Int32(CCURL_SET_QUICK_EXIT), 1) == CCURL_OK
      if request.method == "HEAD" {
        set(CCURL_SET_NOBODY, 1)
      } else if request.method != "GET" {
        set(CCURL_SET_CUSTOMREQUEST, request.method)
      }
      if let form = request.form { set(CCURL_SET_COPYPOSTFIELDS, form) }
      // An empty value means every encoding that the library can decode.
      set(CCURL_SET_ACCEPT_ENCODING, request.headers["Accept-Encoding"] ?? "")
      set(CCURL_SET_HTTPHEADER, UnsafeRawPointer(lines))
    }

    private func set(_ settings: CurlSettings, _ route: (proxy: String, unproxied: String)) {
      set(CCURL_SET_SSL_VERIFYPEER, 1)
      set(CCURL_SET_SSL_VERIFYHOST, 2)
      if let file = settings.certificates {
        set(CCURL_SET_CAINFO, file)
        // Without this, the folder that libcurl was built with would count too.
        set(CCURL_SET_CAPATH, nil)
      }
      if let folder = settings.certificateFolder { set(CCURL_SET_CAPATH, folder) }
      // The proxy is set even if it is empty, or libcurl would read the environment itself.
      set(CCURL_SET_PROXY, route.proxy)
      set(CCURL_SET_NOPROXY, route.unproxied)
      set(CCURL_SET_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func set(_ option: Int, _ value: Int) {
      _ = ccurl_set_number(easy, Int32(option), value)
    }

    private func set(_ option: Int, _ value: UnsafeRawPointer?) {
      _ = ccurl_set_pointer(easy, Int32(option), value)
    }

    private static let numericHost = ASCIISet("0123456789abcdef.:")
    private static let namedHost = ASCIISet("0123456789abcdefghijklmnopqrstuvwxyz-_.")

    /// Scheme, host, port, path and query, put together so that libcurl sees the same host as we do
    private static func address(of url: URL) -> String? {
      let origin = Origin(url)
      guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
        (1...65_535).contains(origin.port), !origin.host.isEmpty
      else { return nil }
      let isNumeric = origin.host.contains(bytes: ":")
      let allowed = isNumeric ? numericHost : namedHost
      guard origin.host.utf8.allSatisfy(allowed.contains) else { return nil }
      let name = isNumeric ? "[\(origin.host)]" : origin.host
      let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
      let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
      return "\(origin.scheme)://\(name):\(origin.port)\(path)\(query)"
    }

    private static func line(of field: HTTPHeaders.Field) -> String? {
      let text = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      let isSound = !field.name.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
      return isSound ? text : nil
    }

    // MARK: Receiving

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Opens a socket to an address of the host, if the address is on the internet
    ///
    /// - Returns: the socket; -1 if there is none or the address is refused, after which libcurl
    ///   tries the next address.
    private func openSocket(_ address: UnsafePointer<CCurlAddress>) -> Int32 {
      var count = 0
      let bytes = ccurl_address_bytes(address, &count)
      let scope = HostAddress(bytes: UnsafeBufferPointer(start: bytes, count: count))?.scope
      guard scope == .internet else {
        objection = "its name leads to an address that isn't on the internet"
        return -1
      }
      return ccurl_open_socket(address)
    }

    /// Reads a line of the head, or of the trailer after the body
    private func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
      switch head.receive(line) {
      case .tooLong: exchange.fail(CurlFault.endlessHead)
      case .unreadable: exchange.fail(CurlFault.unreadableHead)
      case .complete(let response): exchange.receive(head: response)
      case .more: break
      }
      return exchange.hasEnded ? Self.end : line.count
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard !exchange.receive(bytes) else { return bytes.count }
      return exchange.hasEnded ? Self.end : Int(CCURL_PAUSE)
    }

    /// The result of a receiver that makes libcurl end the transfer
    private static let end = -1
  }
#endif
