private import Foundation

/// A photo as people name it: its id, or the address of its page
package struct PhotoReference {
  package let id: PhotoID

  /// What could not be understood
  package struct NotUnderstood: Error, CustomStringConvertible {
    let text: String

    package var description: String {
      "'\(text)' names no photo; give an id such as flickr:43213681030, or the address of its page"
    }
  }

  /// - Throws: ``NotUnderstood`` for text that is neither, or a page of another site.
  package init(
    _ text: String, providers: [any PhotoProvider]
  ) throws(NotUnderstood) {
    if text.hasPrefix("https://") || text.hasPrefix("http://") {
      guard let url = ProviderCatalog.address(text) else { throw NotUnderstood(text: text) }
      for provider in providers {
        guard let native = provider.native(ofPage: url) else { continue }
        id = PhotoID(service: provider.profile.service, native: native)
        return
      }
      throw NotUnderstood(text: text)
    }
    guard let id = PhotoID(text) else { throw NotUnderstood(text: text) }
    self.id = id
  }
}
