package import LocalServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ConnectionSocket {
  /// Connects to a port of 127.0.0.1
  package init(port: UInt16) throws(SocketFailure) {
    self.init(descriptor: try connected(to: port))
  }
}

/// A non-blocking socket that is connected to a port of 127.0.0.1, closed on exec
private func connected(to port: UInt16) throws(SocketFailure) -> Int32 {
  #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
  #else
    let type = SOCK_STREAM
  #endif
  let descriptor = socket(AF_INET, type, 0)
  guard descriptor >= 0 else { throw SocketFailure("socket") }
  var name = sockaddr_in()
  name.sin_family = sa_family_t(AF_INET)
  name.sin_port = port.bigEndian
  name.sin_addr.s_addr = inet_addr("127.0.0.1")
  let code = withUnsafeBytes(of: &name) { bytes in
    bytes.withMemoryRebound(to: sockaddr.self) {
      connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard code == 0, fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0,
    fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
  else {
    let failure = SocketFailure("port \(port)")
    close(descriptor)
    throw failure
  }
  return descriptor
}
