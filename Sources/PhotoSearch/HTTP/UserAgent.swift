/// How this program names itself to services
public enum UserAgent {
  /// Of the program and the library
  package static let version = "0.1.0"

  /// With an address for those who run a service: Wikimedia refuses what has none
  public static let text =
    "imgsearch/\(version) (https://github.com/imgsearch/imgsearch; imgsearch@users.noreply.github.com)"
}
