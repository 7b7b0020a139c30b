package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// Credits in a file beside each picture
///
/// A file that isn't this photo's credit is never replaced, whatever the photo is called.
package struct CreditSidecars: PictureCredits {
  /// Most bytes of a credit file that is read
  private static let maxBytes = 1_000_000

  private let folder: URL
  private let content: @Sendable (Photo, PictureFacts?) -> String

  private let ownForm: SidecarForm

  package var form: SidecarForm? { ownForm }

  /// - Parameters:
  ///   - folder: the folder of the pictures
  ///   - form: how credit files are named and read
  ///   - content: makes the content of a photo's credit file, in that form
  package init(
    in folder: URL, form: SidecarForm,
    content: @escaping @Sendable (Photo, PictureFacts?) -> String
  ) {
    self.folder = folder
    ownForm = form
    self.content = content
  }

  /// Credits as an XMP file beside each picture
  package static func xmp(in folder: URL) -> CreditSidecars {
    CreditSidecars(in: folder, form: .xmp) { photo, _ in
      EmbeddedCredit(photo).xmpSidecar
    }
  }

  /// Credits as a REUSE file beside each picture
  package static func reuse(in folder: URL) -> CreditSidecars {
    CreditSidecars(in: folder, form: .reuse) { photo, _ in
      EmbeddedCredit(photo).reuseSidecar
    }
  }

  package func owners(of files: [String]) throws -> [String: PhotoID] {
    Self.owners(of: files, in: folder, by: ownForm)
  }

  package func keep(_ photo: Photo, file: String, facts: PictureFacts?) throws {
    let path = ownForm.name(for: file)
    let name = OpenFolder.name(of: path)
    guard let place = try OpenFolder(folder)?.folder(of: path, makes: true) else { return }
    guard !place.holds(name) || Self.owner(of: name, in: place, by: ownForm) == photo.id else {
      throw DownloadFault.nameTaken(name)
    }
    try place.replace(name, with: Data(content(photo, facts).utf8))
  }

  /// The photo of each picture that has a readable credit file of any form
  static func owners(ofPicturesIn files: [String], in folder: URL) -> [String: PhotoID] {
    SidecarForm.all.reduce(into: [:]) { owners, form in
      let sidecars = Set(files.map(form.name))
      let known = files.filter { sidecars.contains($0) || form.name(for: $0) != $0 }
      owners.merge(Self.owners(of: known, in: folder, by: form)) { first, _ in first }
    }
  }

  /// The photos of the credit files of one form, and of the pictures beside them
  private static func owners(
    of files: [String], in folder: URL, by form: SidecarForm
  ) -> [String: PhotoID] {
    var owners: [String: PhotoID] = [:]
    for name in files where form.isName(name) {
      owners[name] = owner(ofFile: name, in: folder, by: form)
    }
    for name in files where owners[name] == nil {
      owners[name] = owners[form.name(for: name)]
    }
    return owners
  }

  /// The photo of a credit file; nil if the file isn't one
  private static func owner(
    ofFile path: String, in root: URL, by form: SidecarForm
  ) -> PhotoID? {
    let folder = ifReadable { try OpenFolder(root)?.folder(of: path, makes: false) }
    return folder.flatMap { owner(of: OpenFolder.name(of: path), in: $0, by: form) }
  }

  private static func owner(
    of name: String, in folder: OpenFolder, by form: SidecarForm
  ) -> PhotoID? {
    ifReadable { try folder.contents(name, limit: maxBytes).flatMap(form.owner) }
  }
}
