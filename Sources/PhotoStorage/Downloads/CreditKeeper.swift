package import PhotoSearch

/// Keeps who is to be named for a saved picture, beside it
package protocol CreditKeeper: Sendable {
  /// What comes after the point in the name of the file that is kept for each picture; nil when
  /// one file is for all
  var sidecar: String? { get }

  /// Whose the files of the folder are, by what is kept here
  ///
  /// Called before any picture is asked for.
  ///
  /// - Parameter files: the names of all that is in the folder
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)`` when what was kept cannot be read or
  ///   nothing can be added to it.
  func owners(of files: [String]) throws -> [String: PhotoID]

  /// Whose the files of the folder are, by what is kept in the other form
  func otherwiseKnown(of files: [String]) -> [String: PhotoID]

  /// Called before a picture gets its name, so that none gets one without its credit
  ///
  /// When the picture is not finished after all, one credit too many is kept. It harms nobody:
  /// there is no such file, and the next photo that gets the name is named in its place.
  ///
  /// - Throws: ``DownloadFault``: `cannotWrite`, `nameTaken` for what is another's by now.
  func keep(_ photo: Photo, file: String) throws
}
