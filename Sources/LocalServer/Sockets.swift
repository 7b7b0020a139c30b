import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A non-blocking socket that accepts connections from this machine, closed on exec
package struct ListeningSocket: Sendable {
  package let descriptor: Int32
  package let port: UInt16

  package enum Arrival {
    case connection(ConnectionSocket)
    /// No connection is waiting, or its peer has left already
    case nobody
    /// The system has no descriptor or memory left; trying again at once would keep a core busy
    case noRoom
  }

  /// - Parameters:
  ///   - address: a loopback address in dotted numbers
  ///   - port: 0 for any free port
  package init(address: String = "127.0.0.1", port: UInt16 = 0) throws(SocketFailure) {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw SocketFailure("socket") }
    setOption(SO_REUSEADDR, of: descriptor)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = inet_addr(address)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &name) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { name in
        bind(descriptor, name.baseAddress, length) == 0 && listen(descriptor, 1024) == 0
          && getsockname(descriptor, name.baseAddress, &length) == 0
      }
    }
    guard isListening, setFlags(descriptor) else {
      let failure = SocketFailure("port \(port)")
      Foundation.close(descriptor)
      throw failure
    }
    (self.descriptor, self.port) = (descriptor, UInt16(bigEndian: name.sin_port))
  }

  /// Accepts the next connection
  package func accept() -> Arrival {
    let connection = Foundation.accept(descriptor, nil, nil)
    if connection >= 0 {
      guard setFlags(connection) else {
        Foundation.close(connection)
        return .nobody
      }
      return .connection(ConnectionSocket(descriptor: connection))
    }
    switch errno {
    case EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED, EPROTO: return .nobody
    default: return .noRoom
    }
  }

  package func close() {
    Foundation.close(descriptor)
  }
}

/// One connection; its calls never block and never raise SIGPIPE
package struct ConnectionSocket: Sendable {
  package let descriptor: Int32

  package enum Received {
    case bytes([UInt8])
    case nothing
    /// No more bytes will come
    case end
  }

  /// - Parameter descriptor: a non-blocking socket's
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    setOption(TCP_NODELAY, of: descriptor, level: Int32(IPPROTO_TCP))
    #if canImport(Darwin)
      setOption(SO_NOSIGPIPE, of: descriptor)
    #endif
  }

  /// Reads the bytes that have come
  package func receive(atMost count: Int = 16_384) -> Received {
    var received = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      received = recv(descriptor, buffer.baseAddress, count, 0)
      initialized = max(0, received)
    }
    if received > 0 { return .bytes(bytes) }
    let isWaiting = received < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno)
    return isWaiting ? .nothing : .end
  }

  /// - Returns: how many bytes the system has taken, maybe 0; nil if the peer has left
  package func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let count = Foundation.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
    if count >= 0 { return count }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? 0 : nil
  }

  /// Limits the system's buffer for a peer that doesn't read, to about twice this many bytes
  package func limitBacklog(to count: Int32) {
    setOption(SO_SNDBUF, of: descriptor, to: count)
  }

  /// Tells the peer that nothing more will come, and ends waits for this socket
  package func shutDown(readingToo: Bool = true) {
    _ = shutdown(descriptor, Int32(readingToo ? SHUT_RDWR : SHUT_WR))
  }

  package func close() {
    Foundation.close(descriptor)
  }
}

/// Why a socket can't be used
package struct SocketFailure: Error, CustomStringConvertible {
  package let description: String
}

extension SocketFailure {
  /// - Parameter subject: the subject of the last failed system call
  package init(_ subject: String) {
    description = "\(subject): \(String(cString: strerror(errno)))"
  }
}

/// Makes a descriptor non-blocking, and closed on exec
func setFlags(_ descriptor: Int32) -> Bool {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
}

private func setOption(
  _ name: Int32, of descriptor: Int32, level: Int32 = SOL_SOCKET, to value: Int32 = 1
) {
  var value = value
  setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
}

#if canImport(Glibc)
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let sendFlags = Int32(MSG_NOSIGNAL)
#else
  private let streamType = SOCK_STREAM
  private let sendFlags: Int32 = 0
#endif
