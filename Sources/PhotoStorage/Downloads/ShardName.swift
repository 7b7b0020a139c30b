import Foundation
import PhotoSearch

/// How the tar files of a download are named: `SHARD-%06d.tar`, with a number from 0 in at least so
/// many digits
package struct ShardName: Sendable {
  /// What is wrong with such a name, in words that say what it takes instead
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// As it was typed
  package let text: String
  private let start: String
  private let digits: Int
  private let rest: String

  /// - Throws: ``Problem`` for what hasn't one `%0Nd`, leads to a folder, or ends otherwise.
  package init(_ text: String) throws(Problem) {
    guard let match = text.wholeMatch(of: /([^%]*)%0([1-9])d([^%]*\.tar)/),
      let digits = Int(match.2)
    else {
      throw Problem(
        description: "a name takes one %0Nd, the number in N digits, and ends with .tar, such as "
          + "SHARD-%06d.tar, not '\(text)'")
    }
    guard !text.begins(with: "."),
      !text.unicodeScalars.contains(where: { $0 == "/" || $0.value < 0x20 || $0.value == 0x7F })
    else {
      throw Problem(
        description: "a name has no '/' and no '.' before it; --output says in which folder")
    }
    self.text = text
    (start, rest, self.digits) = (String(match.1), String(match.3), digits)
  }

  /// The number as a file's name has it
  func digits(of number: Int) -> String { number.text(digits: digits) }

  /// A file's name
  func file(_ number: Int) -> String { start + digits(of: number) + rest }

  /// The number of a file, from 0; nil for another name
  func number(of file: String) -> Int? {
    guard file.begins(with: start), file.ends(with: rest) else { return nil }
    let middle = file.utf8.dropFirst(start.utf8.count).dropLast(rest.utf8.count)
    return Int(String(decoding: middle, as: UTF8.self)).flatMap {
      $0 >= 0 && self.file($0) == file ? $0 : nil
    }
  }
}
