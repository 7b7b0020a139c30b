import Foundation
import LocalServer
import PhotoSearch

/// One connection: requests in, scripted answers out, until either side has had enough
struct LoopbackConnection: Sendable {
  let socket: LoopbackSocket
  let journal: LoopbackJournal
  /// When its life is over
  let end: Date
  let script: ScriptedServer.Script

  /// Answers until the connection ends, and closes it
  func serve() {
    journal.write {
      $0.open += 1
      $0.accepted += 1
    }
    var received = Data()
    while let request = nextRequest(&received) {
      journal.write {
        $0.requests.append(request)
        $0.active += 1
        $0.mostAtOnce = max($0.mostAtOnce, $0.active)
      }
      let goesOn = give(script(request))
      journal.write { $0.active -= 1 }
      if !goesOn { break }
    }
    journal.write { $0.open -= 1 }
    socket.socket.close()
  }

  private var left: Double { max(0, end.timeIntervalSinceNow) }

  /// - Parameter received: bytes that came and are not used yet
  private func nextRequest(_ received: inout Data) -> WebRequest? {
    let emptyLine = Data("\r\n\r\n".utf8)
    while true {
      if let boundary = received.range(of: emptyLine) {
        let head = String(decoding: received[..<boundary.lowerBound], as: UTF8.self)
        received = Data(received[boundary.upperBound...])
        guard var request = request(head) else { return nil }
        let length = request.headers["Content-Length"].flatMap { Int($0) } ?? 0
        while received.count < length, let more = socket.read(within: left) { received += more }
        if length > 0 { request.form = String(decoding: received.prefix(length), as: UTF8.self) }
        received = Data(received.dropFirst(length))
        return request
      }
      guard received.count < 1 << 18, let more = socket.read(within: left) else { return nil }
      received += more
      // What begins with another byte is no HTTP: somebody who wants a secure connection, say.
      guard let first = received.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
      else { return nil }
    }
  }

  private func request(_ head: String) -> WebRequest? {
    let lines = head.components(separatedBy: "\r\n")
    let start = lines[0].split(separator: " ")
    guard start.count == 3 else { return nil }
    let headers = HTTPHeaders(
      lines.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map {
          HTTPHeaders.Field(
            name: String(line[..<$0]),
            value: line[line.index(after: $0)...].trimmingCharacters(in: .whitespaces))
        }
      })
    // A proxy is sent a whole address, or a host alone.
    let isPath = start[1].hasPrefix("/")
    let address = isPath ? "http://\(headers["Host"] ?? "")\(start[1])" : String(start[1])
    return URL(string: address.contains("://") ? address : "http://\(address)").map {
      WebRequest(method: String(start[0]), url: $0, headers: headers)
    }
  }

  /// - Returns: whether the connection can be used again
  private func give(_ answer: LoopbackAnswer) -> Bool {
    if answer.delay > 0 {
      guard case .timedOut = socket.pause(min(answer.delay, left)) else { return false }
    }
    switch answer.delivery {
    case .whole:
      return send(answer.head + answer.body)
    case .chunked(let size):
      return send(answer.head) && chunks(of: answer.body, size)
        && send(LoopbackAnswer.chunk(Data()))
    case .drip(let count, let seconds):
      return send(answer.head) && drip(answer.body, count, seconds)
    case .cut(let count):
      _ = send(answer.head + answer.body.prefix(count))
    case .reset(let count):
      if let count, send(answer.head + answer.body.prefix(count)) { _ = socket.pause(0.05) }
      // Closing the connection then resets it, which the peer sees as an error.
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        socket.socket.descriptor, SOL_SOCKET, SO_LINGER, &option,
        socklen_t(MemoryLayout<linger>.size))
    case .hang:
      _ = socket.pause(left)
    case .stall(let count):
      if send(answer.head + answer.body.prefix(count)) { _ = socket.pause(left) }
    case .endless:
      let chunk = LoopbackAnswer.chunk(answer.body)
      if send(answer.head) { while send(chunk), case .timedOut = socket.pause(0.001) {} }
    case .raw(let bytes):
      _ = send(bytes)
    case .flood(let start, let piece, let rate):
      if send(start) { flood(piece, rate) }
    }
    return false
  }

  private func send(_ bytes: Data) -> Bool {
    guard socket.write(bytes, within: left) else { return false }
    journal.write { $0.bytes += bytes.count }
    return true
  }

  private func chunks(of body: Data, _ size: Int) -> Bool {
    var rest = body[...]
    while !rest.isEmpty {
      guard send(LoopbackAnswer.chunk(Data(rest.prefix(size)))) else { return false }
      rest = rest.dropFirst(size)
    }
    return true
  }

  private func flood(_ piece: Data, _ rate: Int?) {
    // Many small pieces in one packet, as a network would join them.
    let pieces = Data((0..<max(1, 16_384 / piece.count)).flatMap { _ in piece })
    let pause = rate.map { Double(pieces.count) / Double($0) }
    while send(pieces) {
      if let pause, case .timedOut = socket.pause(min(pause, left)) { continue }
      if pause != nil { return }
    }
  }

  private func drip(_ body: Data, _ count: Int, _ seconds: Double) -> Bool {
    var rest = body[...]
    while !rest.isEmpty {
      guard send(Data(rest.prefix(count))), case .timedOut = socket.pause(seconds) else {
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
