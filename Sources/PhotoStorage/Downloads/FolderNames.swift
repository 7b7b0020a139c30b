import Foundation
package import PhotoSearch

/// Which names of a folder are taken, by what is there and by what is being saved
///
/// Names that differ in case alone are one name, as some file systems have it.
package struct FolderNames {
  /// Where a photo goes
  package enum Place: Equatable {
    /// It is there already, in the file of that name
    case saved(String)
    /// This name, without its extension, is for it
    case free(String)
  }

  private let template: FileNameTemplate
  private let overwrites: Bool
  /// Whose a file is, by its name, as far as is known
  private let owners: [String: PhotoID]
  /// The files that are pictures, by their names without extension
  private var files: [String: String]
  private var given: Set<String> = []

  /// - Parameters:
  ///   - names: of all that is in the folder
  ///   - owners: whose the files are, by their names, as far as is known
  ///   - overwrites: whether a photo takes the place of a file that may be its own
  package init(
    _ names: [String], owners: [String: PhotoID], template: FileNameTemplate, overwrites: Bool
  ) {
    self.template = template
    self.overwrites = overwrites
    self.owners = owners
    files = [:]
    for name in names.sorted() {
      guard let point = name.lastIndex(of: "."),
        PictureType.isExtension(String(name[point...].dropFirst()))
      else { continue }
      files[Self.key(String(name[..<point]))] = name
    }
  }

  /// The place for one more photo; each photo is to be asked for once
  package mutating func place(for photo: Photo) -> Place {
    let first = template.stem(for: photo)
    var number = 1
    while true {
      let stem = number == 1 ? first : FileNameTemplate.stem(first, number: number)
      number += 1
      let key = Self.key(stem)
      if given.contains(key) { continue }
      guard let file = files[key] else {
        given.insert(key)
        return .free(stem)
      }
      if let owner = owners[file], owner != photo.id { continue }
      given.insert(key)
      return overwrites ? .free(stem) : .saved(file)
    }
  }

  private static func key(_ stem: String) -> String {
    stem.precomposedStringWithCanonicalMapping.lowercased()
  }
}
