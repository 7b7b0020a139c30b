public import Foundation

extension URL {
  /// An address that stands in the source, e.g. of an API: what is none is found at the first run
  public init(constant text: StaticString) {
    guard let url = URL(string: "\(text)") else {
      preconditionFailure("\(text) is no address")
    }
    self = url
  }
}
