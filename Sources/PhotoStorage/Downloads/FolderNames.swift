package import Foundation
package import PhotoSearch
import Pictures
import Platform

/// Which names of a folder are taken, by what is there and by what is being saved
///
/// Names that differ in case alone are one name, as some file systems have it.
package struct FolderNames {
  /// Where a photo goes
  package enum Destination: Equatable {
    /// It is there already, in the file of that name
    case saved(String)
    /// This name, without its extension, is for it
    case free(String)
  }

  /// What there is of one name, with whatever extension
  private struct Entry {
    var pictures: [String] = []
    var sidecars: [String] = []
    /// Whether there is something that is never replaced
    var isTaken = false
  }

  private let template: FileNameTemplate
  private let overwrites: Bool
  private let credits: any PictureCredits
  /// The photo of a file, by the file's name, as far as the credits in the form in use tell
  private var credited: [String: PhotoID] = [:]
  /// The same as far as is known, by credits in either form
  private var owners: [String: PhotoID] = [:]
  /// By names without extension
  private var entries: [String: Entry] = [:]
  private let folder: URL
  /// Folders below it that were read, each with a slash at its end
  private var foldersRead: Set<String> = []
  private var photoCount = 0
  /// Names without extension that photos of this run have
  private var assigned: Set<String> = []
  /// How many of a name's numbers, from 1 on, are assigned, and need not be tried again
  private var assignedNumbers: [String: Int] = [:]

  /// Reads the folder
  ///
  /// - Parameters:
  ///   - credits: how they are kept in the folder
  ///   - overwrites: whether a photo takes the place of a file that may be its own
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package init(
    in folder: URL, credits: any PictureCredits, template: FileNameTemplate, overwrites: Bool
  ) throws {
    self.folder = folder
    self.template = template
    self.overwrites = overwrites
    self.credits = credits
    try read("", names: try Self.names(in: folder))
  }

  /// Where one more photo goes; each photo is to be asked for once
  ///
  /// - Parameter size: see ``FileNameTemplate/stem(for:size:number:)``
  /// - Throws: ``DownloadFault``: `noFolder` when something else has the name of its folder,
  ///   `notPictureThere` when a file that isn't a picture has its name, `cannotWrite`.
  package mutating func destination(
    for photo: Photo, size: Rendition.Role? = nil
  ) throws -> Destination {
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

  /// Reads all folders that the template may have made, so that all is known that was saved
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package mutating func readFolders() throws {
    // credits.csv, which has been read, holds the credits of all of them.
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

  /// Which photos have a credit in the folder, whether their pictures are still there or not
  package var creditedPhotos: Set<PhotoID> { Set(owners.values) }

  /// Reads the folder that a file is to be in, unless it was read, or isn't there yet
  private mutating func readFolder(of stem: String) throws {
    guard let slash = stem.lastPlace(of: "/") else { return }
    let path = String(stem[...slash])
    guard foldersRead.insert(path).inserted,
      try OpenFolder(folder)?.folder(of: path + ".", makes: false) != nil
    else { return }
    try read(path, names: try Self.names(in: folder.appending(path: path)))
  }

  /// Notes the names in a folder as taken
  private mutating func read(_ path: String, names: [String]) throws {
    let files = names.map { path + $0 }
    let isTop = path.isEmpty
    // credits.csv holds the credits of all folders, and is read once.
    let theirs = isTop || credits.form != nil ? try credits.owners(of: files) : [:]
    let others = isTop || credits.form == nil ? credits.ownersInOtherForms(of: files) : [:]
    // Assigned as a whole, as copying each of many entries takes long
    if isTop { (credited, owners) = (theirs, theirs) }
    for (file, photo) in isTop ? [:] : theirs { (credited[file], owners[file]) = (photo, photo) }
    for (file, photo) in others where owners[file] == nil { owners[file] = photo }
    for file in files.sorted() { add(file, in: folder) }
  }

  /// Whether there is a folder, not just a link to one
  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(folder.appending(path: path).path, &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What is in a folder
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  static func names(in folder: URL) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw FileFault(writing: folder, after: error)
    }
  }

  /// Keeps the credit of a picture that is there, unless the form in use has it already, or it isn't
  /// certain, by its name or a credit in the other form, that the picture is the photo's
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package func keepCredit(of photo: Photo, in file: String) throws {
    guard credited[file] != photo.id,
      owners[file] == photo.id || template.identifies(photo, by: file)
    else { return }
    do {
      try credits.keep(photo, file: file)
    } catch DownloadFault.nameTaken {
      // The credit's file name is taken by a file of something else.
    }
  }

  /// nil when the name is not for this photo
  private mutating func destination(
    for photo: Photo, as stem: String
  ) throws(DownloadFault) -> Destination? {
    let key = Self.key(stem)
    guard !assigned.contains(key) else { return nil }
    let entry = entries[key] ?? Entry()
    var files = overwrites ? [] : entry.pictures.filter { owners[$0] == photo.id }
    if files.isEmpty {
      let isOthers = (entry.pictures + entry.sidecars).contains { name in
        owners[name].map { $0 != photo.id } ?? false
      }
      guard !entry.isTaken, !isOthers else { return nil }
      if !overwrites { files = entry.pictures }
    }
    assigned.insert(key)
    // No further than to the first picture, as there may be thousands of photos
    var other: String?
    for file in files {
      switch FileContent(at: folder.appending(path: file)) {
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
    // A link to a picture elsewhere is as good as the picture.
    var status = stat()
    let isFile =
      stat(folder.appending(path: name).path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    var entry = entries[Self.key(stem)] ?? Entry()
    if !isFile || isSidecar && owners[name] == nil {
      entry.isTaken = true
    } else if isPicture {
      entry.pictures.append(name)
    } else if isSidecar {
      entry.sidecars.append(name)
    }
    entries[Self.key(stem)] = entry
  }

  private static func key(_ stem: String) -> String {
    stem.composed.lowercased()
  }
}
