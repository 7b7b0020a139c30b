package import Foundation
package import PhotoSearch
import Pictures
import Platform

/// Finds free names in a folder, considering its files and the pictures being saved
///
/// Names that differ only in case count as the same, because some file systems treat them so.
package struct FolderNames {
  /// The place where a photo is to be saved
  package enum Destination: Equatable {
    /// The photo is saved already, in the file with this name
    case saved(String)
    /// The photo gets this name, without its extension
    case free(String)
  }

  /// The files that share a name without extension
  private struct Entry {
    var pictures: [String] = []
    /// The photos of its pictures and credits, as far as they are known
    var owners: Set<PhotoID> = []
    /// Whether one of the files must not be replaced
    var isProtected = false
  }

  private let template: FileNameTemplate
  private let overwrites: Bool
  private let credits: any PictureCredits
  /// The photo of each file by its name, according to credits in the form in use
  private var credited: [String: PhotoID] = [:]
  /// The photo of each file by its name, according to credits in the other forms
  private var creditedOtherwise: [String: PhotoID] = [:]
  /// Existing files by their name without extension
  private var entries: [String: Entry] = [:]
  private let folder: URL
  /// Subfolders that were read, each with a final slash
  private var foldersRead: Set<String> = []
  private var photoCount = 0
  /// Names without extension that photos of this run were given
  private var assigned: Set<String> = []
  /// How many numbers of a name, from 1 on, are taken, so that they aren't tried again
  private var assignedNumbers: [String: Int] = [:]

  /// Reads the folder, which need not exist
  ///
  /// - Parameters:
  ///   - credits: the form of the credits in the folder
  ///   - overwrites: whether a photo replaces a file that may be its own
  /// - Throws: ``FileFault/cannotWrite``
  package init(
    in folder: URL, credits: any PictureCredits, template: FileNameTemplate, overwrites: Bool
  ) throws {
    self.folder = folder
    self.template = template
    self.overwrites = overwrites
    self.credits = credits
    try read("", names: RegularFile.exists(folder) ? Self.names(in: folder) : [])
  }

  /// The destination of one more photo; call it once for each photo
  ///
  /// - Parameter size: see ``FileNameTemplate/stem(for:size:number:)``
  /// - Throws: ``FileFault``: `noFolder` if something else has the name of its folder,
  ///   `cannotWrite`; ``DownloadFault``: `notPictureThere` if a file that isn't a picture has its
  ///   name.
  package mutating func destination(for photo: Photo, size: String? = nil) throws -> Destination {
    photoCount += 1
    let first = template.stem(for: photo, size: size, number: photoCount)
    try readFolder(of: first)
    var number = assignedNumbers[first, default: 0]
    while true {
      number += 1
      let stem = number == 1 ? first : FileNameTemplate.stem(first, number: number)
      let destination = try destination(for: photo, as: stem)
      if assignedNumbers[first, default: 0] == number - 1, assigned.contains(Self.key(stem)) {
        assignedNumbers[first] = number
      }
      if let destination { return destination }
    }
  }

  /// Reads all subfolders that the template may have made, to know every saved photo
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package mutating func readFolders() throws {
    // Without sidecars, credits.csv has the credits of all subfolders and has been read.
    guard credits.form != nil else { return }
    var level = [""]
    for _ in 0..<template.depth {
      level = try level.flatMap { path in
        try Self.names(in: folder.appending(path: path)).map { path + $0 }.filter(isFolder)
          .map { $0 + "/" }
      }
      for path in level { try readFolder(of: path) }
    }
  }

  /// All photos with a credit in the folder, even if their pictures are gone
  package var creditedPhotos: Set<PhotoID> {
    Set(credited.merging(creditedOtherwise) { own, _ in own }.values)
  }

  /// The photo of a file, according to credits in any form
  private func owner(of file: String) -> PhotoID? { credited[file] ?? creditedOtherwise[file] }

  /// Reads the subfolder of a file, unless it was read before or doesn't exist
  private mutating func readFolder(of stem: String) throws {
    guard let slash = stem.lastIndex(ofASCII: "/") else { return }
    let path = String(stem[...slash])
    guard foldersRead.insert(path).inserted,
      try OpenFolder(folder)?.folder(of: path + ".", creates: false) != nil
    else { return }
    try read(path, names: try Self.names(in: folder.appending(path: path)))
  }

  /// Adds a folder's files to the existing names
  private mutating func read(_ path: String, names: [String]) throws {
    let files = names.map { path + $0 }
    if path.isEmpty {
      credited = try credits.owners(of: files)
      creditedOtherwise = CreditSidecars.owners(ofPicturesIn: files, in: folder)
      if credits.form != nil { creditedOtherwise.merge(CreditsFile.owners(in: folder)) { $1 } }
    } else if credits.form != nil {
      credited.merge(try credits.owners(of: files)) { $1 }
    } else {
      // credits.csv has the credits of all subfolders, and was read with the folder itself.
      creditedOtherwise.merge(CreditSidecars.owners(ofPicturesIn: files, in: folder)) { $1 }
    }
    for file in files.sorted() { add(file, in: folder) }
  }

  /// Whether there is a folder, not just a link to one
  private func isFolder(_ path: String) -> Bool {
    OpenFolder.current.status(of: folder.appending(path: path).path)?.isFolder ?? false
  }

  /// The names of all files and folders in a folder
  ///
  /// - Throws: ``FileFault/cannotRead``
  static func names(in folder: URL) throws -> [String] {
    try withFileFaults(of: folder, reads: true) {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
  }

  /// Writes the credit of a picture that was saved earlier. It does nothing if that credit exists,
  /// or if neither its name nor a credit in another form proves that the picture is this photo's
  ///
  /// - Throws: ``FileFault/cannotWrite``
  package func keepCredit(of photo: Photo, in file: String) throws {
    guard credited[file] != photo.id,
      owner(of: file) == photo.id || template.identifies(photo, by: file)
    else { return }
    do {
      let facts = PictureFacts(ofFile: folder.appending(path: file))
      try credits.add(photo, file: file, facts: facts)
    } catch DownloadFault.nameTaken {
      // Somebody else's file has the credit's name, so it stays.
    }
  }

  /// The destination of a photo under a name; nil if the name can't be used for it
  private mutating func destination(
    for photo: Photo, as stem: String
  ) throws(DownloadFault) -> Destination? {
    let key = Self.key(stem)
    guard !assigned.contains(key) else { return nil }
    let entry = entries[key] ?? Entry()
    var files = overwrites ? [] : entry.pictures.filter { owner(of: $0) == photo.id }
    if files.isEmpty {
      guard !entry.isProtected, entry.owners.isSubset(of: [photo.id]) else { return nil }
      if !overwrites { files = entry.pictures }
    }
    assigned.insert(key)
    // Only up to the first picture, because thousands of files may share a name.
    var other: String?
    for file in files {
      switch FileContent.of(folder.appending(path: file)) {
      case .picture: return .saved(file)
      case .other: other = other ?? file
      case .empty: continue
      }
    }
    if let other { throw .notPictureThere(other) }
    return .free(stem)
  }

  private mutating func add(_ name: String, in folder: URL) {
    var (stem, ending) = FileNameText.split(name)
    let isPicture = PictureType.isExtension(ending)
    let picture = credits.form?.stem(of: name)
    let isSidecar = picture != nil
    if let picture { stem = picture }
    guard isPicture || isSidecar || ending == "part" else { return }
    // A link to a picture elsewhere counts as the picture.
    let isFile = stat(at: folder.appending(path: name).path)?.isFile ?? false
    var entry = entries[Self.key(stem)] ?? Entry()
    let owner = owner(of: name)
    if !isFile || isSidecar && owner == nil {
      entry.isProtected = true
    } else {
      if isPicture { entry.pictures.append(name) }
      if let owner { entry.owners.insert(owner) }
    }
    entries[Self.key(stem)] = entry
  }

  private static func key(_ stem: String) -> String { stem.composed.lowercased() }
}
