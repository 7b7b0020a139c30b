package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// Stores the credits of saved pictures in their folder
package protocol PictureCredits: Sendable {
  /// How credit files beside pictures are named and read; nil if one file has all credits
  var form: SidecarForm? { get }

  /// The photo that each file of the folder shows, according to credits in this form
  ///
  /// It is called before any picture is requested.
  ///
  /// - Parameter files: the names of everything in the folder
  /// - Throws: ``FileFault`` if credits can't be read or added.
  func owners(of files: [String]) throws -> [String: PhotoID]

  /// Stores a photo's credit; called before the picture gets its name, so none lacks one
  ///
  /// If the picture then fails to arrive, its credit stays. That does no harm: its file doesn't
  /// exist, and the next photo with that name replaces the credit.
  ///
  /// - Parameter facts: the picture's, to be stored too; nil if it can't be read
  /// - Throws: ``FileFault/cannotWrite``; ``DownloadFault``: `nameTaken` if another photo has the
  ///   name by now.
  func add(_ photo: Photo, file: String, facts: PictureFacts?) throws
}

/// A form of credit files beside pictures: how they are named, and how to read their photo
package struct SidecarForm: Sendable {
  private let ending: String
  /// Whether the picture's own extension stays in the name
  private let keepsEnding: Bool
  /// The photo of a credit file's content; nil if the content isn't of this form
  let owner: @Sendable (Data) -> PhotoID?

  /// `cat.json`: everything known about the photo, as JSON
  package static let json = SidecarForm(ending: "json", keepsEnding: false) { data in
    ifReadable { try JSONDocument(data).root["id"]?.string.flatMap { PhotoID($0) } }
  }
  /// `cat.xmp`: the credit as XMP, for programs that manage pictures
  package static let xmp = SidecarForm(ending: "xmp", keepsEnding: false, owner: ofText)
  /// `cat.jpg.license`: the credit in REUSE's form
  package static let reuse = SidecarForm(ending: "license", keepsEnding: true, owner: ofText)

  static let all = [json, xmp, reuse]

  private static let ofText: @Sendable (Data) -> PhotoID? = {
    EmbeddedCredit.photo(ofSidecar: String(decoding: $0, as: UTF8.self))
  }

  /// The name of the credit file beside a picture; other names stay as they are
  func name(for file: String) -> String {
    let (stem, ending) = FileNameText.split(file)
    guard PictureType.isExtension(ending) else { return file }
    return "\(keepsEnding ? file : stem).\(self.ending)"
  }

  /// Whether a file's name is of this form
  package func isName(_ file: String) -> Bool { stem(of: file) != nil }

  /// The name, without extension, of the picture that a credit file is for; nil for other files
  func stem(of file: String) -> String? {
    let (stem, ending) = FileNameText.split(file)
    guard ending.lowercased() == self.ending else { return nil }
    guard keepsEnding else { return stem }
    let (picture, pictureEnding) = FileNameText.split(stem)
    return PictureType.isExtension(pictureEnding) ? picture : nil
  }
}

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
    in folder: URL, form: SidecarForm, content: @escaping @Sendable (Photo, PictureFacts?) -> String
  ) {
    self.folder = folder
    ownForm = form
    self.content = content
  }

  /// Credits as a JSON file beside each picture, with everything known of the photo and the file
  package static func json(
    in folder: URL, isFavorite: @escaping @Sendable (Photo) -> Bool
  ) -> CreditSidecars {
    CreditSidecars(in: folder, form: .json) { photo, facts in
      PhotoJSON.line(photo, isFavorite: isFavorite(photo), hasDetails: true) { json in
        json.member("file", facts) { json, facts in
          json.member("sha256", facts.sha256)
          json.member("bytes", facts.bytes)
          json.member("width", facts.size?.width)
          json.member("height", facts.size?.height)
        }
      } + "\n"
    }
  }

  /// Credits as an XMP file beside each picture
  package static func xmp(in folder: URL) -> CreditSidecars {
    CreditSidecars(in: folder, form: .xmp) { photo, _ in EmbeddedCredit(photo).xmpSidecar }
  }

  /// Credits as a REUSE file beside each picture
  package static func reuse(in folder: URL) -> CreditSidecars {
    CreditSidecars(in: folder, form: .reuse) { photo, _ in EmbeddedCredit(photo).reuseSidecar }
  }

  package func owners(of files: [String]) throws -> [String: PhotoID] {
    Self.owners(of: files, in: folder, by: ownForm)
  }

  package func add(_ photo: Photo, file: String, facts: PictureFacts?) throws {
    let path = ownForm.name(for: file)
    let name = OpenFolder.name(of: path)
    guard let subfolder = try OpenFolder(folder)?.folder(of: path, creates: true) else { return }
    guard !subfolder.exists(name) || Self.owner(of: name, in: subfolder, by: ownForm) == photo.id
    else { throw DownloadFault.nameTaken(name) }
    try subfolder.replace(name, with: Data(content(photo, facts).utf8))
  }

  /// The photo of each picture that has a readable credit file of any form
  static func owners(ofPicturesIn files: [String], in folder: URL) -> [String: PhotoID] {
    SidecarForm.all.reduce(into: [:]) { owners, form in
      owners.merge(Self.owners(of: files, in: folder, by: form)) { first, _ in first }
    }
  }

  /// The photos of the credit files of one form, and of the pictures beside them
  private static func owners(
    of files: [String], in folder: URL, by form: SidecarForm
  ) -> [String: PhotoID] {
    var owners: [String: PhotoID] = [:]
    for name in files where form.isName(name) {
      let subfolder = ifReadable { try OpenFolder(folder)?.folder(of: name, creates: false) }
      owners[name] = subfolder.flatMap { owner(of: OpenFolder.name(of: name), in: $0, by: form) }
    }
    for name in files where owners[name] == nil { owners[name] = owners[form.name(for: name)] }
    return owners
  }

  /// The photo of a credit file; nil if the file isn't one
  private static func owner(
    of name: String, in folder: OpenFolder, by form: SidecarForm
  ) -> PhotoID? {
    ifReadable { try folder.contents(name, limit: maxBytes).flatMap(form.owner) }
  }
}
