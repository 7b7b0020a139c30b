package import PhotoSearch

/// Keeps who is to be named for a saved picture, beside it
package protocol CreditKeeper: Sendable {
  /// Whose the files of the folder are, by their names, as far as is known
  ///
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)`` when what was kept cannot be read.
  func owners() throws -> [String: PhotoID]

  /// Called before a picture gets its name, so that none is ever without its credit
  ///
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  func keep(_ photo: Photo, file: String) throws
}
