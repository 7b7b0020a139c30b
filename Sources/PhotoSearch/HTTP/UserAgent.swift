/// How this program names itself to services
package enum UserAgent {
  /// Of the program and the library
  package static let version = "0.1.0"

  /// With a contact address for the people who run a service: Wikimedia requires one
  package static let text =
    "imgsearch/\(version) (https://github.com/imgsearch/imgsearch; imgsearch@users.noreply.github.com)"
}
