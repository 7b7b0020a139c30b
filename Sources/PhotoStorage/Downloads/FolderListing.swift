import Foundation

/// What is in a folder
enum FolderListing {
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  static func names(in folder: URL) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw DownloadFault.cannotWrite(path: folder.path, reason: error.localizedDescription)
    }
  }
}
