import Foundation
import PhotoSearch

/// How a service that is asked answers badly
package struct Fault: Sendable {
  /// What becomes of a sound answer; the number of the request at its service comes first, from 1
  let apply: @Sendable (Int, LoopbackAnswer) -> LoopbackAnswer

  /// - Parameter apply: what becomes of a sound answer
  package init(_ apply: @escaping @Sendable (Int, LoopbackAnswer) -> LoopbackAnswer) {
    self.apply = apply
  }

  /// The same answer each time
  package static func answer(_ answer: LoopbackAnswer) -> Fault { Fault { _, _ in answer } }

  /// Takes requests and says nothing
  package static let hang = answer(LoopbackAnswer(delivery: .hang))

  /// A sound answer after some seconds
  package static func slow(_ seconds: ClosedRange<Double>) -> Fault {
    Fault { _, sound in
      var answer = sound
      answer.delay = .random(in: seconds)
      return answer
    }
  }

  /// The first half of a sound answer
  package static let cut = Fault { _, sound in
    sound.delivered(.cut(after: sound.body.count / 2))
  }

  /// 429, with the seconds to wait
  package static func tooMany(retryAfter seconds: Int) -> Fault {
    answer(.text("Too many requests", status: 429, headers: ["Retry-After": "\(seconds)"]))
  }

  /// Spent quota as Unsplash says it: text that calls itself JSON
  package static let limitExceeded = answer(
    .text(
      "Rate Limit Exceeded", status: 403, type: "application/json",
      headers: ["X-Ratelimit-Remaining": "0"]))

  /// Out of order
  package static func broken(_ status: Int = 500) -> Fault {
    answer(.text("<html>It is broken</html>", status: status, type: "text/html"))
  }

  /// A web page where JSON was asked for, with status 200
  package static let page = answer(.text("<html>Sign in</html>", type: "text/html"))

  /// A sound answer in which a member of its objects has another name
  package static func renaming(_ name: String) -> Fault {
    Fault { _, sound in
      var answer = sound
      let text = String(decoding: sound.body, as: UTF8.self)
      answer.body = Data(text.replacingOccurrences(of: "\"\(name)\"", with: "\"\(name)_v2\"").utf8)
      return answer
    }
  }

  /// For requests of some numbers only
  package func on(_ numbers: some RangeExpression<Int> & Sendable) -> Fault {
    Fault { number, sound in numbers.contains(number) ? apply(number, sound) : sound }
  }
}
