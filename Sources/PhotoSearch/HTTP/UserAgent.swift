private import Foundation

/// How this program names itself to services
package enum UserAgent {
  /// Of the program and the library: the one place where it stands, beside the changelog
  package static let version = "0.2.0"

  /// With a contact address for the people who run a service: Wikimedia requires one
  package static let text =
    "imgsearch/\(version) (https://github.com/imgsearch/imgsearch; imgsearch@users.noreply.github.com)"

  /// That of an application that stands on this library, before it
  ///
  /// What no header field can carry is left out.
  static func text(of application: String) -> String {
    let printable = application.utf8.filter { (0x20...0x7e).contains($0) }
    let name = String(decoding: printable, as: UTF8.self).trimmed
    return name.isEmpty ? text : "\(name) \(text)"
  }

  /// The name alone of one that is written `MyApp/1.0 (me@example.org)`; that of this library for none
  static func name(of application: String) -> String {
    let end = application.firstIndex { "/(".contains($0) } ?? application.endIndex
    let name = application[..<end].trimmed
    return name.isEmpty ? "imgsearch" : name
  }
}
