package import Foundation
package import PhotoSearch

/// What the loopback server says to a request, and how badly
package struct LoopbackAnswer: Sendable {
  /// How the bytes travel
  package enum Delivery: Sendable {
    /// At once, with its length said before
    case whole
    /// In chunks of that many bytes
    case chunked(Int)
    /// So many bytes at a time, with a pause after them
    case drip(bytes: Int = 1, seconds: Double)
    /// That many bytes of the body, then closed in order
    case cut(after: Int)
    /// That many bytes of the body, then reset; nil: reset before the head
    case reset(after: Int?)
    /// Nothing, until the client leaves
    case hang
    /// The head and that many bytes of the body, then nothing
    case stall(after: Int)
    /// The body, over and over, with the small pauses of a network
    case endless
    /// These bytes in place of head and body, then closed
    case raw(Data)
    /// Some bytes in place of head and body, then others over and over, as fast as they are taken
    /// or so many a second
    case flood(Data, then: Data, perSecond: Int? = nil)
  }

  package var status: Int
  package var headers: [HTTPHeaders.Field]
  package var body: Data
  package var delivery: Delivery
  /// Seconds before the first byte
  package var delay: Double

  package init(
    _ status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data(),
    delivery: Delivery = .whole, delay: Double = 0
  ) {
    self.status = status
    self.headers = headers.fields
    self.body = body
    self.delivery = delivery
    self.delay = delay
  }

  package static func text(
    _ text: String, status: Int = 200, type: String = "text/plain", headers: HTTPHeaders = [:],
    delivery: Delivery = .whole, delay: Double = 0
  ) -> LoopbackAnswer {
    var headers = headers
    headers["Content-Type"] = type
    return LoopbackAnswer(
      status, headers: headers, body: Data(text.utf8), delivery: delivery, delay: delay)
  }

  package static func json(_ text: String, status: Int = 200) -> LoopbackAnswer {
    .text(text, status: status, type: "application/json")
  }

  package static func redirect(to address: String, status: Int = 302) -> LoopbackAnswer {
    .text("moved", status: status, headers: ["Location": address])
  }

  /// A reply of a recording, its body sent as it is
  package static func recorded(_ response: WebReply) -> LoopbackAnswer {
    var headers = response.headers
    for name in ["Content-Encoding", "Content-Length", "Transfer-Encoding", "Connection"] {
      headers[name] = nil
    }
    return LoopbackAnswer(response.status, headers: headers, body: response.body)
  }

  /// The same answer, whose bytes travel in another way
  package func delivered(_ delivery: Delivery) -> LoopbackAnswer {
    var answer = self
    answer.delivery = delivery
    return answer
  }

  /// Status line, header fields and the empty line
  var head: Data {
    var text = "HTTP/1.1 \(status) \(status < 400 ? "Fine" : "Fault")\r\n"
    for field in headers { text += "\(field.name): \(field.value)\r\n" }
    switch delivery {
    case .chunked, .endless: text += "Transfer-Encoding: chunked\r\n"
    case .stall(let count): text += "Content-Length: \(max(body.count, count + 1))\r\n"
    default: text += "Content-Length: \(body.count)\r\n"
    }
    return Data((text + "\r\n").utf8)
  }

  static func chunk(_ bytes: Data) -> Data {
    Data("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Data("\r\n".utf8)
  }
}
