package import Foundation
package import PhotoSearch
import Pictures
import Platform

/// Keeps the credits of saved pictures in their folder: whom to name for each
package protocol PictureCredits: Sendable {
  /// How a file for each picture is named and read; nil when one file is for all
  var form: SidecarForm? { get }

  /// Which photo each file of the folder shows, by the credits in this form
  ///
  /// Called before any picture is asked for.
  ///
  /// - Parameter files: the names of all that is in the folder
  /// - Throws: ``FileFault/cannotWrite(path:reason:)`` when what was kept cannot be read or
  ///   nothing can be added to it.
  func owners(of files: [String]) throws -> [String: PhotoID]

  /// Which photo each file of the folder shows, by the credits in other forms, as far as they can
  /// be read
  func ownersInOtherForms(of files: [String]) -> [String: PhotoID]

  /// Called before a picture gets its name, so that none gets one without its credit
  ///
  /// When the picture fails to arrive, its credit stays. That does no harm: its file does not exist,
  /// and the next photo that gets the name replaces the credit.
  ///
  /// - Throws: ``DownloadFault``: `cannotWrite`, `nameTaken` for what is another's by now.
  func keep(_ photo: Photo, file: String) throws
}

/// How a file beside a picture is named, and whose it says the picture is
package struct SidecarForm: Sendable {
  private let ending: String
  /// Whether the picture's own ending stays before it
  private let keepsEnding: Bool
  /// The photo that a file's content is of; nil for what isn't of one
  let owner: @Sendable (Data) -> PhotoID?

  /// `cat.json`: all that is known of the photo, as JSON
  package static let json = SidecarForm(ending: "json", keepsEnding: false) { data in
    do {
      return try JSONDocument(data).root["id"]?.string.flatMap { PhotoID($0) }
    } catch {
      return nil
    }
  }
  /// `cat.xmp`: the credit, for programs that keep pictures
  package static let xmp = SidecarForm(ending: "xmp", keepsEnding: false, owner: ofText)
  /// `cat.jpg.license`: the credit as REUSE has it
  package static let reuse = SidecarForm(ending: "license", keepsEnding: true, owner: ofText)

  static let all = [json, xmp, reuse]

  private static let ofText: @Sendable (Data) -> PhotoID? = {
    EmbeddedCredit.photo(ofSidecar: String(decoding: $0, as: UTF8.self))
  }

  /// The name of the file beside a picture; a name that isn't a picture's as it is
  func name(for file: String) -> String {
    let (stem, ending) = FileNameText.split(file)
    guard PictureType.isExtension(ending) else { return file }
    return "\(keepsEnding ? file : stem).\(self.ending)"
  }

  /// Whether a file has a name of this form
  package func isName(_ file: String) -> Bool { stem(of: file) != nil }

  /// The name without extension of the picture that such a file is beside; nil for other files
  func stem(of file: String) -> String? {
    let (stem, ending) = FileNameText.split(file)
    guard ending.lowercased() == self.ending else { return nil }
    guard keepsEnding else { return stem }
    let (picture, pictureEnding) = FileNameText.split(stem)
    return PictureType.isExtension(pictureEnding) ? picture : nil
  }
}

/// A file beside each picture
///
/// A file that is not the photo's own is left alone, whatever the photo calls itself.
package struct CreditSidecars: PictureCredits {
  /// Bytes of a file that is looked into
  private static let maxBytes = 1_000_000

  private let folder: URL
  private let content: @Sendable (Photo) -> String

  private let ownForm: SidecarForm

  package var form: SidecarForm? { ownForm }

  /// - Parameters:
  ///   - folder: where the pictures go
  ///   - form: how they are named and read
  ///   - content: of a photo's file, which its form reads
  package init(
    in folder: URL, form: SidecarForm, content: @escaping @Sendable (Photo) -> String
  ) {
    self.folder = folder
    ownForm = form
    self.content = content
  }

  /// XMP beside each picture
  package static func xmp(in folder: URL) -> CreditSidecars {
    CreditSidecars(in: folder, form: .xmp) { EmbeddedCredit($0).xmpSidecar }
  }

  /// What REUSE wants beside each picture
  package static func reuse(in folder: URL) -> CreditSidecars {
    CreditSidecars(in: folder, form: .reuse) { EmbeddedCredit($0).reuseSidecar }
  }

  package func owners(of files: [String]) throws -> [String: PhotoID] {
    Self.owners(of: files, in: folder, by: ownForm)
  }

  package func ownersInOtherForms(of files: [String]) -> [String: PhotoID] {
    CreditsFile.owners(in: folder)
      .merging(Self.owners(ofPicturesIn: files, in: folder)) { table, _ in table }
  }

  package func keep(_ photo: Photo, file: String) throws {
    let path = ownForm.name(for: file)
    let name = OpenFolder.name(of: path)
    guard let place = try OpenFolder(folder)?.folder(of: path, makes: true) else { return }
    guard !place.holds(name) || Self.owner(of: name, in: place, by: ownForm) == photo.id else {
      throw DownloadFault.nameTaken(name)
    }
    try place.replace(name, with: Data(content(photo).utf8))
  }

  /// Whose pictures are, by the files beside them of any form, as far as they can be read
  static func owners(ofPicturesIn files: [String], in folder: URL) -> [String: PhotoID] {
    SidecarForm.all.reduce(into: [:]) { owners, form in
      let sidecars = Set(files.map(form.name))
      let known = files.filter { sidecars.contains($0) || form.name(for: $0) != $0 }
      owners.merge(Self.owners(of: known, in: folder, by: form)) { first, _ in first }
    }
  }

  /// Whose files are, those of a form among them and the pictures beside them
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

  /// nil for what isn't a photo's
  private static func owner(
    ofFile path: String, in root: URL, by form: SidecarForm
  ) -> PhotoID? {
    do {
      guard let folder = try OpenFolder(root)?.folder(of: path, makes: false) else { return nil }
      return owner(of: OpenFolder.name(of: path), in: folder, by: form)
    } catch {
      return nil
    }
  }

  private static func owner(
    of name: String, in folder: OpenFolder, by form: SidecarForm
  ) -> PhotoID? {
    do {
      return try folder.contents(name, limit: maxBytes).flatMap(form.owner)
    } catch {
      return nil
    }
  }
}
