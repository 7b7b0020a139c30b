import Foundation
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
  func keep(_ photo: Photo, file: String, facts: PictureFacts?) throws
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
