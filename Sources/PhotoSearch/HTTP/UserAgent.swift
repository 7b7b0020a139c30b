private import Foundation

/// This program's name in its requests
package enum UserAgent {
  /// The version of the program and the library; only the changelog repeats it
  package static let version = "0.2.0"

  /// The program's User-Agent, with a contact address, which Wikimedia requires
  package static let text =
    "imgsearch/\(version) (https://github.com/imgsearch/imgsearch; imgsearch@users.noreply.github.com)"

  /// The User-Agent of an application that uses this library: the application's name comes first
  ///
  /// Characters that a header field can't carry are left out.
  static func text(of application: String) -> String {
    let printable = application.utf8.filter { (0x20...0x7e).contains($0) }
    let name = String(decoding: printable, as: UTF8.self).trimmed
    return name.isEmpty ? text : "\(name) \(text)"
  }

  /// The name alone of an application written `MyApp/1.0 (me@example.org)`; this library's if empty
  static func name(of application: String) -> String {
    let end = application.firstIndex { "/(".contains($0) } ?? application.endIndex
    let name = application[..<end].trimmed
    return name.isEmpty ? "imgsearch" : name
  }
}
