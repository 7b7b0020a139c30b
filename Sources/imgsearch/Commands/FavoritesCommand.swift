import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// `imgsearch favorites`: lists and changes the user's favorites
struct FavoritesCommand {
  let options: FavoritesOptions
  let console: Console

  /// Most collections or photos named in a message
  private static let maxNamed = 20

  /// The database file
  var file: URL { console.folders.database }

  func run() async throws -> ExitCode {
    let addition = FavoritesAddition(
      requests: options.requests, collection: options.collection, console: console)
    switch options.action {
    case .add: return try await addition.add(options.operands)
    case .import: return try await addition.read(options.operands)
    case .remove: return try await remove()
    case .rename: return try rename()
    case .collections: return try listCollections()
    case .list:
      return try await options.listing.printing(on: console) { console in
        guard options.listing.pictureGrid(on: console) != nil else {
          return try await list(on: console)
        }
        let session = try Session(options.requests, console: console)
        return try await session.finishing {
          try await GridPictures.during(session, options.listing, on: console) {
            try await list(with: $0, on: console)
          }
        }
      }
    case .export: return try await options.listing.printing(on: console) { try export(on: $0) }
    }
  }

  private func remove() async throws -> ExitCode {
    if let collection = try namedCollection() { return try remove(collection) }
    let collection = try self.collection(in: PhotoDatabase.reading(at: file))
    let lookup = PhotoLookup(console)
    // A photo may have been added under another of its ids.
    var photos: [[PhotoID]] = []
    for operand in options.operands {
      if operand == "-" {
        var input = try PhotoInput(path: operand, photos: { try lookup.photos($0) })
        while let item = try await input.next() { photos.append(try item.get().identities) }
      } else {
        photos += try lookup.photos(PhotoOperand(operand)).map(\.identities)
      }
    }
    photos = photos.distinct { $0[0] }
    let database = try PhotoDatabase.writing(at: file)
    let found = try database.removeFavorites(photos, from: collection?.name)
    let place = collection.map { "“\($0.name.text)”" }
    for (names, isFound) in zip(photos, found) where !isFound {
      console.note("imgsearch: \(names[0]) isn't \(place.map { "in \($0)" } ?? "a favorite")")
    }
    console.note("\(found.count { $0 }) removed from \(place ?? "the favorites")")
    if place == nil, let listed = lookup.listedCollection, found.contains(true) {
      console.note(
        "and from “\(listed)”; to remove photos only from there: "
          + "imgsearch favorites remove <photo>... --to \"\(listed)\"")
    }
    if let place, let name = collection?.name, found.contains(true),
      try !database.collections().contains(where: { $0.name.key == name.key })
    {
      console.note("\(place) is empty now and was removed; its photos stay favorites")
    }
    return found.contains(false) ? .noInput : .success
  }

  private func export(on console: Console) throws -> ListingOutcome {
    var photos = 0
    let database = try PhotoDatabase.reading(at: file)
    let collection = try self.collection(in: database)
    let unreadable = try database?.eachFavorite(in: collection?.name) { favorite in
      try console.print(favorite.line + "\n")
      photos += 1
    }
    return ListingOutcome(code: report(unreadable), photos: photos)
  }

  private func list(
    with pictures: GridPictures? = nil, on console: Console
  ) async throws -> ListingOutcome {
    let plan = SearchPlan(query: PhotoQuery(nil), providers: [])
    let existing = try PhotoDatabase.reading(at: file)
    let collection = try self.collection(in: existing)
    let end = ListingSummary(plan: plan, next: nil, reports: [])
    let printer =
      pictures.map(ListingPrinter.grid)
      ?? .text(
        options.listing.renderer(
          for: plan, title: collection?.name.text ?? "Favorites", on: console), on: console)
    guard let database = existing, try database.favoriteCount() > 0 else {
      try printer.begin()
      try await printer.end(end)
      console.note("No favorites yet. To add some: imgsearch favorites add <photo>...")
      return ListingOutcome(code: .success, photos: 0)
    }
    var entries = entries(of: collection, pictures)
    defer { entries.finish() }
    let allGone = Set(try database.goneFavorites())
    try printer.begin()
    var gone: [PhotoID] = []
    let unreadable = try database.eachFavorite(in: collection?.name, limit: options.maxEntries) {
      favorite in
      if allGone.contains(favorite.photo.id) { gone.append(favorite.photo.id) }
      // A list for a file or a pipe doesn't change which photos the numbers on the terminal mean.
      try printer.add(
        entries.next(
          favorite.photo.withoutKnownExpiredAddresses,
          kept: options.listing.format.has(.numbers) ? favorite.photo : nil, isFavorite: true))
    }
    try await printer.flush()
    try await printer.end(end)
    if !console.isQuiet { for line in entries.notices { console.note(line) } }
    let all = try collection?.count ?? database.favoriteCount()
    try console.note(
      summary(entries.number, of: all - unreadable, in: collection, database.collections()))
    if !gone.isEmpty { console.note(Self.words(forGone: gone)) }
    return ListingOutcome(code: report(unreadable), photos: entries.number)
  }

  private func entries(
    of collection: PhotoCollection?, _ pictures: GridPictures?
  ) -> ListingEntries {
    let store = ListingStore(
      console, token: ListingKind.token(ofFavorites: collection?.name), marks: pictures?.marks,
      trouble: "these numbers aren't kept for later")
    return ListingEntries(options.listing, store, PrivateAddressFilter(console))
  }

  /// `gone from their services: pixabay:7, flickr:3; what is known of them stays`
  private static func words(forGone ids: [PhotoID]) -> String {
    let names = phrase(ids.map(\.description))
    return ids.count == 1
      ? "gone from its service: \(names); what is known of it stays"
      : "gone from their services: \(names); what is known of them stays"
  }

  /// The first names, and how many more there are: `garden, kitchen and 5 more`
  private static func phrase(_ names: [String]) -> String {
    let more = names.count - maxNamed
    return names.prefix(maxNamed).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// `5 of 12 favorites · collections: garden 3, kitchen 4`
  private func summary(
    _ shown: Int, of all: Int, in collection: PhotoCollection?, _ collections: [PhotoCollection]
  ) -> String {
    let count =
      shown < all
      ? "\(Counts.grouped(shown)) of \(Counts.grouped(all)) favorites"
      : Counts.phrase(shown, "favorite")
    if let collection { return "\(count) in “\(collection.name.text)”" }
    guard !collections.isEmpty else { return count }
    return "\(count) · collections: "
      + Self.phrase(collections.map { "\($0.name.text) \($0.count)" })
  }

  private func report(_ unreadable: Int?) -> ExitCode {
    guard let unreadable, unreadable > 0 else { return .success }
    console.note(
      "imgsearch: \(Counts.phrase(unreadable, "favorite")) in \(file.path) can no longer be read")
    return .data
  }
}

/// The subcommands of `favorites` for whole collections
extension FavoritesCommand {
  /// The collection that the operands of `remove` name together; nil if one of them names a photo
  ///
  /// - Throws: a usage failure for an operand that is neither.
  func namedCollection() throws -> PhotoCollection? {
    guard options.collection == nil, !options.operands.contains("-") else { return nil }
    var problem: String?
    for operand in options.operands {
      do {
        _ = try PhotoOperand(operand)
        return nil
      } catch { problem = problem ?? ErrorText.line(error) }
    }
    let name = try CollectionName(typed: options.operands.joined(separator: " "))
    do {
      return try PhotoDatabase.collection(name, in: PhotoDatabase.reading(at: file))
    } catch let absence as NoCollection {
      throw CommandFailure.usage("\(problem ?? "")\n\(ErrorText.line(absence))")
    }
  }

  /// Removes a collection; its photos stay favorites, so a mistake loses nothing
  func remove(_ collection: PhotoCollection) throws -> ExitCode {
    try PhotoDatabase.writing(at: file).remove(collection.name)
    let photos = collection.count
    console.note(
      "the collection “\(collection.name.text)” is removed; "
        + (photos == 1 ? "its photo stays a favorite" : "its \(photos) photos stay favorites"))
    return .success
  }

  /// Renames a collection, unless the new name is taken
  func rename() throws -> ExitCode {
    let before = try CollectionName(typed: options.operands[0])
    let after = try CollectionName(typed: options.operands[1])
    _ = try PhotoDatabase.collection(before, in: PhotoDatabase.reading(at: file))
    guard try PhotoDatabase.writing(at: file).rename(before, to: after) else {
      throw CommandFailure.usage(
        "there is a collection “\(after.text)” already; to put the photos of “\(before.text)” into it: "
          + "imgsearch favorites export --to \"\(before.text)\" | "
          + "imgsearch favorites import - --to \"\(after.text)\"")
    }
    console.note("the collection “\(before.text)” is “\(after.text)” now")
    return .success
  }

  /// Prints the names of all collections, one per line
  func listCollections() throws -> ExitCode {
    let collections = try PhotoDatabase.reading(at: file)?.collections() ?? []
    if collections.isEmpty { console.note("No collections yet. \(ErrorText.makingCollections)") }
    for collection in collections { try console.print(collection.name.text + "\n") }
    return .success
  }

  /// The collection that `--to` names; nil if the option isn't set
  ///
  /// - Throws: ``NoCollection``, `StorageError`.
  func collection(in database: PhotoDatabase?) throws -> PhotoCollection? {
    try options.collection.map { try PhotoDatabase.collection($0, in: database) }
  }
}
