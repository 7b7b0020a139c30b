package import Foundation

extension URL {
  /// An address written in this program
  package init(constant text: StaticString) {
    guard let url = URL(string: "\(text)") else {
      preconditionFailure("\(text) is no address")
    }
    self = url
  }
}
