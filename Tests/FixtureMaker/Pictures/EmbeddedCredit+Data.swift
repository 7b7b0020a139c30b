package import Foundation
package import Pictures

extension EmbeddedCredit {
  /// A picture with the credit in it
  ///
  /// - Throws: ``EmbeddingRefusal``
  package func embedded(in picture: Data) throws(EmbeddingRefusal) -> Data {
    let bytes = PictureBytes(picture)
    let edits = try edits(for: bytes)
    var result = Data()
    do { try edits.apply(to: bytes) { result += $0 } } catch { throw .unreadableFile }
    return result
  }
}
