import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// What `favorites` was asked for
struct FavoritesOptions: Sendable {
  let action: FavoritesAction
  /// Photos, or files to import, as they were typed
  let operands: [String]
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
          + "\nTo search for words: imgsearch search \(arguments.words)")
    }
    operands = Array(arguments.operands.dropFirst())
    if [.list, .export].contains(action), !operands.isEmpty {
      throw CommandFailure.usage(
        action == .export
          ? "favorites export writes to standard output: imgsearch favorites export > \(operands[0])"
          : "favorites list takes all of them, and no photos")
    }
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

/// `imgsearch favorites`: what somebody wants to find again
struct FavoritesCommand {
  let options: FavoritesOptions
  let console: Console

  private var file: URL { console.folders.database }

  func run() async throws -> ExitCode {
    let addition = FavoritesAddition(run: options.run, console: console)
    switch options.action {
    case .add: return try await addition.add(options.operands)
    case .import: return try await addition.read(options.operands)
    case .remove: return try await remove()
    case .list: return try list()
    case .export: return try export()
    }
  }

  private func remove() async throws -> ExitCode {
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
    let found = try PhotoDatabase.writing(at: file).removeFavorites(photos)
    for (names, isFound) in zip(photos, found) where !isFound {
      console.note("imgsearch: \(names[0]) isn't a favorite")
    }
    console.note("\(found.count { $0 }) removed from the favorites")
    return found.contains(false) ? .noInput : .success
  }

  private func export() throws -> ExitCode {
    try report(
      PhotoDatabase.reading(at: file)?.eachFavorite { favorite in
        try console.print(favorite.line + "\n")
      })
  }

  private func list() throws -> ExitCode {
    let output = options.listing
    let plan = SearchPlan(query: PhotoQuery(words: nil), providers: [])
    guard let database = try PhotoDatabase.reading(at: file), try database.favoriteCount > 0 else {
      var renderer = output.renderer(for: plan, on: console)
      try console.print(renderer.header())
      try console.print(renderer.footer(ListingSummary(plan: plan, next: nil, reports: [])))
      console.note("No favorites yet; imgsearch favorites add <photo>... keeps some.")
      return .success
    }
    var renderer = output.renderer(for: plan, on: console)
    var store = ListingStore(console, trouble: "these numbers aren't kept for later")
    defer { store.finish() }
    var number = 0
    try console.print(renderer.header())
    let unreadable = try database.eachFavorite { favorite in
      number += 1
      // A list for a file or a pipe leaves the numbers that somebody has before him.
      if output.format.hasNumbers { store.take(favorite.photo, number: number) }
      let entry = ListingEntry(number: number, photo: favorite.photo, isFavorite: true)
      try console.print(renderer.entry(entry))
    }
    try console.print(renderer.footer(ListingSummary(plan: plan, next: nil, reports: [])))
    console.note(number == 1 ? "1 favorite" : "\(number) favorites")
    return try report(unreadable)
  }

  private func report(_ unreadable: Int?) throws -> ExitCode {
    guard let unreadable, unreadable > 0 else { return .success }
    let favorites = unreadable == 1 ? "1 favorite" : "\(unreadable) favorites"
    console.note("imgsearch: \(favorites) in \(file.path) can no longer be read")
    return .data
  }
}
