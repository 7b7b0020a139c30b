package import Foundation
import LocalServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a server of https shows: signed by a test's own authority, or in other ways wrong
package enum TestCertificate: String, CaseIterable, Sendable {
  case sound, expired, otherName, selfSigned
}

struct SecureServerFailure: Error, CustomStringConvertible {
  let description: String
}

/// A real server of https on this machine, with certificates that openssl makes for it
///
/// Needs openssl, and nginx for HTTP/2.
package final class SecureServer: Sendable {
  package enum Kind: String, Sendable {
    /// HTTP/1 alone
    case openssl
    /// HTTP/2 where the client wants it; `X-Protocol` in its replies says what was spoken
    case nginx
  }

  package let port: Int
  private let folder: URL
  private let process: Process
  private let ended = DispatchGroup()

  /// Starts it and waits until it listens
  package init(_ kind: Kind, _ certificate: TestCertificate = .sound) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let made = Process()
    made.executableURL = URL(filePath: "/bin/sh")
    made.arguments = ["-ec", Self.certificates]
    made.currentDirectoryURL = folder
    made.standardError = FileHandle.nullDevice
    try made.run()
    made.waitUntilExit()
    guard made.terminationStatus == 0 else {
      throw SecureServerFailure(description: "openssl made no certificates")
    }
    // Free a moment ago: neither server says which one it took when it is asked for any.
    let taken = try ScriptedServer { _ in LoopbackAnswer() }
    taken.stop()
    port = taken.port
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let name = certificate.rawValue
    switch kind {
    case .openssl:
      process.arguments = [
        "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-www", "-quiet",
        "-cert", "\(name).pem", "-key", "key.pem",
      ]
    case .nginx:
      let file = folder.appending(path: "nginx.conf")
      try Data(Self.nginx(port: port, certificate: name).utf8).write(to: file)
      process.arguments = ["nginx", "-p", folder.path, "-e", "stderr", "-c", file.path]
    }
    ended.enter()
    process.terminationHandler = { [ended] _ in ended.leave() }
    do {
      try process.run()
    } catch {
      ended.leave()
      throw error
    }
    try waitUntilItListens()
  }

  deinit { stop() }

  package func stop() {
    guard process.isRunning else { return }
    // What a test's thread starts may be deaf to gentler signals.
    kill(process.processIdentifier, SIGKILL)
    ended.wait()
    // What is left in the temporary folder does no harm.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Those whom the certificates' authority is one of
  package var authorities: String { folder.appending(path: "authority.pem").path }

  package func url(_ host: String = "localhost") -> URL {
    guard let url = URL(string: "https://\(host):\(port)/") else {
      preconditionFailure("\(host) does not make an address")
    }
    return url
  }

  private func waitUntilItListens() throws {
    let end = Date(timeIntervalSinceNow: 20)
    while true {
      if let socket = try? ConnectionSocket(port: UInt16(clamping: port)) { return socket.close() }
      guard process.isRunning, end.timeIntervalSinceNow > 0 else {
        throw SecureServerFailure(description: "the server did not start")
      }
      usleep(5_000)
    }
  }

  /// One key for all, and an authority whose word the tests take
  private static let certificates = """
    openssl req -x509 -newkey rsa:2048 -nodes -keyout authority.key -out authority.pem \
      -days 2 -subj /CN=authority
    openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out selfSigned.pem \
      -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost
    openssl req -new -key key.pem -subj /CN=kittens -out request.pem
    touch index.txt
    cat >ca.conf <<END
    [ca]
    default_ca = own
    [own]
    database = index.txt
    rand_serial = yes
    new_certs_dir = .
    certificate = authority.pem
    private_key = authority.key
    default_md = sha256
    policy = any
    unique_subject = no
    [any]
    commonName = supplied
    END
    sign() {
      echo "subjectAltName = $2" >names.txt
      openssl ca -batch -config ca.conf -extfile names.txt -in request.pem -out $1.pem \
        -startdate $3 -enddate $4
    }
    now=$(date -u +%Y)
    sign sound DNS:localhost,IP:127.0.0.1 20200101000000Z $((now + 2))0101000000Z
    sign expired DNS:localhost 20200101000000Z 20200201000000Z
    sign otherName DNS:other.example 20200101000000Z $((now + 2))0101000000Z
    """

  private static func nginx(port: Int, certificate: String) -> String {
    """
    daemon off;
    master_process off;
    pid nginx.pid;
    events {}
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      server {
        listen 127.0.0.1:\(port) ssl http2;
        ssl_certificate \(certificate).pem;
        ssl_certificate_key key.pem;
        location / {
          add_header X-Protocol $server_protocol;
          return 200 "kittens";
        }
      }
    }
    """
  }
}
