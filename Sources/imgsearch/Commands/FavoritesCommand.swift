import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// What `favorites` was asked for
struct FavoritesOptions: Sendable {
  let action: FavoritesAction
  /// Photos, or files to import, as they were typed
  let operands: [String]
  /// What photos are put into, taken out of, or listed of; nil for all favorites
  let collection: CollectionName?
  /// No more than the first so many are listed; nil for all
  let most: Int?
  let listing: ListingOptions
  let run: RunOptions

  /// - Throws: a usage failure for an unknown action, and for operands that it lacks or doesn't take.
  init(_ arguments: Arguments) throws {
    let name = arguments.operands.first ?? FavoritesAction.list.rawValue
    let names = Command.favorites.actions
    guard let action = FavoritesAction(rawValue: name) else {
      let others = ["rm": "remove", "delete": "remove", "ls": "list", "show": "list"]
      let nearest = others[name] ?? Suggestion.nearest(to: name, among: names)
      throw CommandFailure.usage(
        "favorites has no action '\(name)'" + (nearest.map { "; did you mean \($0)?" } ?? "")
          + "\nAccepted: \(names.joined(separator: ", "))" + Self.hint(name)
          + "\nTo list a collection: imgsearch favorites list \(name)"
          + "\nTo search for words: imgsearch search \(arguments.words)")
    }
    operands = Array(arguments.operands.dropFirst())
    if action == .export, !operands.isEmpty {
      throw CommandFailure.usage(
        "favorites export takes no words; to a file: imgsearch favorites export -o \(operands[0])")
    }
    var named = arguments.value(OptionTable.collection)
    if action == .list, !operands.isEmpty {
      if named != nil { throw CommandFailure.usage("favorites list takes one collection") }
      named = operands.joined(separator: " ")
    }
    collection = try named.map { try CollectionName(typed: $0) }
    most = arguments.value(OptionTable.entries)
    if most != nil, action != .list {
      throw CommandFailure.usage("-n goes with favorites list, not \(name)")
    }
    try action.check(arguments)
    if [.add, .remove, .import].contains(action), operands.isEmpty {
      throw CommandFailure.usage(
        action == .import
          ? "favorites import takes a file that favorites export wrote, or a listing's json or "
            + "ndjson, or - for standard input"
          : "favorites \(name) takes photos: numbers of the last listing, ids, or page addresses")
    }
    self.action = action
    listing = try ListingOptions(arguments)
    run = RunOptions(arguments)
  }

  /// What is often meant by a word that isn't an action
  private static func hint(_ name: String) -> String {
    if name == Command.download.rawValue {
      return "\nTo save their pictures: imgsearch favorites -f ndjson | imgsearch download -"
    }
    if name.first?.isWholeNumber ?? false {
      return "\nTo keep that photo: imgsearch favorites add \(name)"
    }
    return ""
  }
}

extension FavoritesAction {
  /// What it has a use for of the options that the command takes; how to ask a service is no
  /// mistake where nobody has to be asked
  private var options: [OptionRow] {
    let all = [
      OptionTable.collection.row, OptionTable.terminalColor.row, OptionTable.help.row,
      OptionTable.replay.row, OptionTable.record.row, OptionTable.timeout.row,
      OptionTable.offline.row, OptionTable.refresh.row, OptionTable.verbose.row,
    ]
    return switch self {
    case .list:
      all + [
        OptionTable.entries.row, OptionTable.columns.row, OptionTable.listingFormat.row,
        OptionTable.listedSize.row, OptionTable.links.row, OptionTable.file.row,
        OptionTable.open.row,
      ]
    case .export: all + [OptionTable.file.row, OptionTable.listingFormat.row]
    case .add, .import, .remove: all
    }
  }

  /// - Throws: a usage failure for an option that has no effect.
  fileprivate func check(_ arguments: Arguments) throws {
    let useless = arguments.typedFlags.subtracting(options.map(\.flag)).sorted()
    if let flag = useless.first {
      throw CommandFailure.usage(
        "favorites \(rawValue) takes no option \(flag)\nSee imgsearch help favorites")
    }
    guard self == .export, let format = arguments.typed(OptionTable.listingFormat),
      format != .ndjson
    else { return }
    throw CommandFailure.usage(
      "favorites export writes NDJSON, which favorites import reads; "
        + "for \(format.rawValue): imgsearch favorites -f \(format.rawValue)")
  }
}

/// `imgsearch favorites`: what somebody wants to find again
struct FavoritesCommand {
  let options: FavoritesOptions
  let console: Console

  /// Collections, and photos, that are named in a message
  private static let mostTold = 20

  private var file: URL { console.folders.database }

  func run() async throws -> ExitCode {
    let addition = FavoritesAddition(
      run: options.run, collection: options.collection, console: console)
    switch options.action {
    case .add: return try await addition.add(options.operands)
    case .import: return try await addition.read(options.operands)
    case .remove: return try await remove()
    case .list: return try await options.listing.printing(on: console) { try list(on: $0) }
    case .export: return try await options.listing.printing(on: console) { try export(on: $0) }
    }
  }

  private func remove() async throws -> ExitCode {
    let collection = try known(in: PhotoDatabase.reading(at: file))
    let lookup = PhotoLookup(console)
    // A photo may have been added under another of its names.
    var photos: [[PhotoID]] = []
    for operand in options.operands {
      if operand == "-" {
        var input = try PhotoInput(path: operand, photos: lookup.photos)
        while let item = try await input.next() { photos.append(try item.get().identities) }
      } else {
        photos += try lookup.photos(PhotoOperand(operand)).map(\.identities)
      }
    }
    var seen: Set<PhotoID> = []
    photos = photos.filter { seen.insert($0[0]).inserted }
    let database = try PhotoDatabase.writing(at: file)
    let found =
      if let collection {
        try database.remove(photos, from: collection.name)
      } else {
        try database.removeFavorites(photos)
      }
    let place = collection.map { "“\($0.name.text)”" }
    for (names, isFound) in zip(photos, found) where !isFound {
      console.note("imgsearch: \(names[0]) isn't \(place.map { "in \($0)" } ?? "a favorite")")
    }
    console.note("\(found.count { $0 }) removed from \(place ?? "the favorites")")
    return found.contains(false) ? .noInput : .success
  }

  private func export(on console: Console) throws -> ListingOutcome {
    var photos = 0
    let database = try PhotoDatabase.reading(at: file)
    let collection = try known(in: database)
    let unreadable = try database?.eachFavorite(in: collection?.name) { favorite in
      try console.print(favorite.line + "\n")
      photos += 1
    }
    return ListingOutcome(code: report(unreadable), photos: photos)
  }

  private func list(on console: Console) throws -> ListingOutcome {
    let output = options.listing
    let plan = SearchPlan(query: PhotoQuery(words: nil), providers: [])
    let kept = try PhotoDatabase.reading(at: file)
    let collection = try known(in: kept)
    let title = collection?.name.text ?? "Favorites"
    guard let database = kept, try database.favoriteCount > 0 else {
      var renderer = output.renderer(for: plan, title: title, on: console)
      try console.print(renderer.header())
      try console.print(renderer.footer(ListingSummary(plan: plan, next: nil, reports: [])))
      console.note("No favorites yet; imgsearch favorites add <photo>... keeps some.")
      return ListingOutcome(code: .success, photos: 0)
    }
    var renderer = output.renderer(for: plan, title: title, on: console)
    var store = ListingStore(console, trouble: "these numbers aren't kept for later")
    defer { store.finish() }
    var smaller = output.smallerPictures
    var number = 0
    var pictures = ReachablePictures(self.console)
    let allGone = Set(try database.goneFavorites)
    var gone: [PhotoID] = []
    try console.print(renderer.header())
    let unreadable = try database.eachFavorite(
      in: collection?.name, most: options.most
    ) { favorite in
      number += 1
      if allGone.contains(favorite.photo.id) { gone.append(favorite.photo.id) }
      // A list for a file or a pipe leaves the numbers that somebody has before him.
      if output.format.hasNumbers { store.take(favorite.photo, number: number) }
      // One that was imported comes back as it was: nobody knows how old it is.
      var photo =
        favorite.photo.seen == nil ? favorite.photo : ProviderCatalog.current(favorite.photo)
      if output.format.leadsToPictures { photo = try pictures.shown(photo) }
      smaller?.take(photo)
      let entry = ListingEntry(number: number, photo: photo, isFavorite: true)
      try console.print(renderer.entry(entry))
    }
    try console.print(renderer.footer(ListingSummary(plan: plan, next: nil, reports: [])))
    if let notice = pictures.notice { console.note(notice) }
    if let words = smaller?.line { console.note(words) }
    let all = try collection?.count ?? database.favoriteCount
    try console.note(summary(number, of: all - unreadable, in: collection, database.collections()))
    if !gone.isEmpty { console.note(Self.words(forGone: gone)) }
    return ListingOutcome(code: report(unreadable), photos: number)
  }

  /// `gone from their services: pixabay:7, flickr:3; what is known of them stays`
  private static func words(forGone ids: [PhotoID]) -> String {
    let named = ids.prefix(mostTold).map(\.description).joined(separator: ", ")
    let more = ids.count > mostTold ? " and \(ids.count - mostTold) more" : ""
    return ids.count == 1
      ? "gone from its service: \(named); what is known of it stays"
      : "gone from their services: \(named)\(more); what is known of them stays"
  }

  /// `5 of 12 favorites · collections: garden 3, kitchen 4`
  private func summary(
    _ shown: Int, of all: Int, in collection: PhotoCollection?, _ collections: [PhotoCollection]
  ) -> String {
    let count = shown < all ? "\(shown) of \(all) favorites" : Self.favorites(shown)
    if let collection { return "\(count) in “\(collection.name.text)”" }
    guard !collections.isEmpty else { return count }
    let listed = collections.prefix(Self.mostTold).map { "\($0.name.text) \($0.count)" }
    let more = collections.count - listed.count
    return "\(count) · collections: " + listed.joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }

  /// The collection that was named; nil when none was
  ///
  /// - Throws: a failure with code 66 for one that is not there.
  private func known(in database: PhotoDatabase?) throws -> PhotoCollection? {
    guard let name = options.collection else { return nil }
    let collections = try database?.collections() ?? []
    if let collection = collections.first(where: { $0.name.key == name.key }) { return collection }
    let nearest = Suggestion.nearest(to: name.key, among: collections.map(\.name.key))
    let meant = collections.first { $0.name.key == nearest }?.name.text
    let names = collections.prefix(Self.mostTold).map(\.name.text).joined(separator: ", ")
    throw CommandFailure(
      "there is no collection “\(name.text)”" + (meant.map { "; did you mean \($0)?" } ?? "")
        + "\n"
        + (names.isEmpty
          ? "To make one: imgsearch favorites add <photo>... --to NAME" : "Collections: \(names)"),
      code: .noInput)
  }

  private static func favorites(_ count: Int) -> String {
    count == 1 ? "1 favorite" : "\(count) favorites"
  }

  private func report(_ unreadable: Int?) -> ExitCode {
    guard let unreadable, unreadable > 0 else { return .success }
    console.note("imgsearch: \(Self.favorites(unreadable)) in \(file.path) can no longer be read")
    return .data
  }
}

extension CollectionName {
  /// Terminal cells of a name
  private static let widest = 60

  /// A name as somebody wrote it, made fit to be shown; nil for nothing, and for a longer one than
  /// is taken
  init?(written text: String) {
    guard text.utf8.count <= 2_000 else { return nil }
    let name = SafeText.line(text)
    guard (1...Self.widest).contains(DisplayWidth.of(name)) else { return nil }
    self.init(name)
  }

  /// - Throws: a usage failure for what is no name.
  init(typed text: String) throws {
    guard let name = CollectionName(written: text) else {
      throw CommandFailure.usage(
        "a collection's name takes 1 to \(Self.widest) cells of a terminal, which this does not: "
          + "'\(SafeText.line(text, cells: Self.widest))'")
    }
    self = name
  }
}
