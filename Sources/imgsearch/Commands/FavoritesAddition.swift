import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// `imgsearch favorites add` and `import`: each id is printed once its photo is stored
struct FavoritesAddition {
  /// Photos of a file to store in one transaction
  private static let batch = 100
  /// Most bad lines to report one by one
  private static let maxReported = 10

  /// Options for asking providers for photos that aren't stored
  let requests: RequestOptions
  /// The collection for all added photos; nil to use those in the lines read
  let collection: CollectionName?
  let console: Console

  /// Adds the photos that the operands name; those that aren't stored are asked for
  ///
  /// Standard input is read as ``read(_:)`` reads files.
  func add(_ operands: [String]) async throws -> ExitCode {
    let lookup = PhotoLookup(console)
    let references = try operands.filter { $0 != "-" }.flatMap { try self.references($0, lookup) }
    let inputs = try operands.filter { $0 == "-" }.prefix(1).map {
      try PhotoInput(path: $0) { try lookup.photos($0, asksAnew: requests.record != nil) }
    }
    return try await add(references, and: inputs, lookup)
  }

  /// Adds the photos of files written by `favorites export`, or with `--format ndjson` or `json`
  func read(_ paths: [String]) async throws -> ExitCode {
    let lookup = PhotoLookup(console)
    let inputs = try paths.map { try PhotoInput(path: $0) { try lookup.photos($0) } }
    return try await add([], and: inputs, lookup)
  }

  private func add(
    _ references: [PhotoReference], and inputs: [PhotoInput], _ lookup: PhotoLookup
  ) async throws -> ExitCode {
    let database = try PhotoDatabase.writing(at: console.folders.database)
    var tally = Tally()
    tally.isCollectionNew = try !database.collections().contains { $0.name.key == collection?.key }
    try write(references.compactMap(\.photo).map { Favorite(photo: $0) }, to: database, &tally)
    var unknown = references.filter { $0.photo == nil }.map(\.id)
    for input in inputs { unknown += try await read(input, into: database, &tally) }
    try await ask(for: unknown, lookup, database, &tally)
    return conclude(tally)
  }

  private func references(_ operand: String, _ lookup: PhotoLookup) throws -> [PhotoReference] {
    do {
      return try lookup.photos(PhotoOperand(operand), asksAnew: requests.record != nil)
    } catch let fault as PhotoFault where FileManager.default.fileExists(atPath: operand) {
      throw CommandFailure.usage(
        "\(ErrorText.line(fault))\nTo add what is in that file: "
          + "imgsearch favorites import \(operand)")
    }
  }

  /// - Returns: the ids of lines that have nothing else.
  private func read(
    _ input: PhotoInput, into database: PhotoDatabase, _ tally: inout Tally
  ) async throws -> [PhotoID] {
    var input = input
    var favorites: [Favorite] = []
    var ids: [PhotoID] = []
    do {
      while let item = try await input.next() {
        switch item {
        case .success(.photo(let photo)): favorites.append(Favorite(photo: photo))
        case .success(.favorite(let favorite)): favorites.append(favorite)
        case .success(.id(let id)): ids.append(id)
        case .failure(let fault):
          tally.unreadable += 1
          if tally.unreadable <= Self.maxReported { _ = console.report(fault) }
        }
        if favorites.count >= Self.batch {
          try write(favorites, to: database, &tally)
          favorites = []
        }
      }
    } catch {
      // Photos before an unreadable place are added all the same.
      try write(favorites, to: database, &tally)
      throw error
    }
    try write(favorites, to: database, &tally)
    return ids
  }

  private func write(
    _ favorites: [Favorite], to database: PhotoDatabase, _ tally: inout Tally
  ) throws {
    guard !favorites.isEmpty else { return }
    let added = try database.add(favorites, to: collection)
    tally.new += added.new.count
    tally.collected += added.collected.count
    tally.existing += added.existing
    for id in added.new + added.collected { try console.print(SafeText.line("\(id)") + "\n") }
  }

  private func ask(
    for ids: [PhotoID], _ lookup: PhotoLookup, _ database: PhotoDatabase, _ tally: inout Tally
  ) async throws {
    // A search whose ids are piped to this command stores its photos at its end. A recording is to
    // have the replies of all that can be asked for.
    let references = try ids.flatMap {
      try lookup.photos(.id($0), asksAnew: requests.record != nil)
    }
    try write(references.compactMap(\.photo).map { Favorite(photo: $0) }, to: database, &tally)
    let missing = references.filter { $0.photo == nil }.distinct(by: \.id)
    guard !missing.isEmpty else { return }
    let session = try Session(requests, console: console)
    try await session.finishing {
      for reference in missing {
        do {
          let favorite = try await Favorite(photo: session.photos.photo(reference, .stored))
          try write([favorite], to: database, &tally)
        } catch let fault as PhotoFault { tally.failures.append(console.report(fault)) }
      }
    }
  }

  private func conclude(_ tally: Tally) -> ExitCode {
    var parts = ["\(tally.new) added to the favorites"]
    if let collection {
      parts = ["\(tally.new + tally.collected) added to “\(collection.text)”"]
      if tally.isCollectionNew, tally.new + tally.collected > 0 { parts.append("a new collection") }
    } else if tally.collected > 0 {
      parts.append("\(tally.collected) put into collections")
    }
    if tally.existing > 0 { parts.append("\(tally.existing) there already") }
    if tally.unreadable > 0 { parts.append("\(tally.unreadable) unreadable") }
    console.note(parts.joined(separator: ", "))
    return ExitCode(ofFailures: tally.failures + (tally.unreadable > 0 ? [.data] : []))
  }

  private struct Tally {
    var new = 0
    var collected = 0
    var isCollectionNew = false
    var existing = 0
    var unreadable = 0
    var failures: [ExitCode] = []
  }
}
