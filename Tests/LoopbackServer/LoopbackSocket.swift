import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP socket on this machine whose every wait ends: by bytes, by the peer, by a stop, by a time
struct LoopbackSocket: Sendable {
  let descriptor: Int32
  /// Readable once the server stops
  let stopSignal: Int32

  /// Why a wait ended
  enum Wait {
    case ready, peerLeft, stopped, timedOut
  }

  /// Listens on a port that is free
  ///
  /// - Parameter address: dotted numbers, e.g. `127.0.0.2`
  static func listening(on address: String, stopSignal: Int32) throws -> LoopbackSocket {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw POSIXFailure("socket") }
    guard with(address, port: 0, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1024) == 0
    else {
      close(descriptor)
      throw POSIXFailure("bind")
    }
    return LoopbackSocket(descriptor: descriptor, stopSignal: stopSignal)
  }

  /// Whether somebody listens on a port of 127.0.0.1
  static func answers(port: Int) -> Bool {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return with("127.0.0.1", port: port) { connect(descriptor, $0, $1) } == 0
  }

  private static func with(
    _ address: String, port: Int, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) -> Int32 {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(clamping: port).bigEndian
    name.sin_addr.s_addr = inet_addr(address)
    return withUnsafeBytes(of: &name) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        body($0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  var port: Int {
    var name = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutableBytes(of: &name) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        getsockname(descriptor, $0.baseAddress, &length)
      }
    }
    return Int(UInt16(bigEndian: name.sin_port))
  }

  /// The next connection; nil when the server stops
  ///
  /// One that is gone before it is taken, or for which there is no room just then, is no reason to
  /// listen no more: everybody after it would be refused.
  func accepted() -> LoopbackSocket? {
    var connection: Int32 = -1
    while connection < 0 {
      switch wait(for: POLLIN, 60) {
      case .ready: connection = accept(descriptor, nil, nil)
      case .timedOut: continue
      case .stopped, .peerLeft: return nil
      }
      if connection < 0, errno == EMFILE || errno == ENFILE { usleep(10_000) }
    }
    var yes: Int32 = 1
    setsockopt(
      connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return LoopbackSocket(descriptor: connection, stopSignal: stopSignal)
  }

  /// Some bytes; nil at the end, on a fault, at a stop
  func read(within seconds: Double) -> Data? {
    guard case .ready = wait(for: POLLIN, seconds) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Data(buffer[0..<count]) : nil
  }

  /// - Returns: whether all bytes were taken
  func write(_ data: Data, within seconds: Double) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      guard case .ready = wait(for: POLLOUT, seconds) else { return false }
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN && errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits while the peer stays: for a delay, or for somebody to hang up
  func pause(_ seconds: Double) -> Wait {
    wait(for: 0, seconds)
  }

  /// Lets the peer find the connection reset instead of closed
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option,
      socklen_t(MemoryLayout.size(ofValue: option)))
  }

  private func wait(for events: Int32, _ seconds: Double) -> Wait {
    var polled = [
      pollfd(fd: descriptor, events: Int16(events) | hangup, revents: 0),
      pollfd(fd: stopSignal, events: Int16(POLLIN), revents: 0),
    ]
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      let left = max(0, deadline.timeIntervalSinceNow)
      let count = poll(&polled, 2, Int32((left * 1000).rounded(.up)))
      if count < 0 && errno == EINTR { continue }
      if count == 0 { return .timedOut }
      if polled[1].revents != 0 { return .stopped }
      if Int32(polled[0].revents) & events != 0 { return .ready }
      return .peerLeft
    }
  }
}

/// What the system said no to
struct POSIXFailure: Error, CustomStringConvertible {
  let description: String

  init(_ call: String) {
    description = "\(call): \(String(cString: strerror(errno)))"
  }
}

#if canImport(Glibc)
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let sendFlags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
  // POLLRDHUP, which the module map hides
  private let hangup: Int16 = 0x2000
#else
  private let streamType = SOCK_STREAM
  private let sendFlags = MSG_DONTWAIT
  private let hangup: Int16 = 0
#endif
