import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// `imgsearch favorites`: what somebody wants to find again
struct FavoritesCommand {
  enum Action: String, CaseIterable {
    case add, remove, list, export, `import`
  }

  private let arguments: Arguments
  private let console: Console
  private let file: URL

  init(_ arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
    file = console.folders.database
  }

  func run() async throws -> ExitCode {
    let name = arguments.operands.first ?? Action.list.rawValue
    let names = Action.allCases.map(\.rawValue)
    guard let action = Action(rawValue: name) else {
      let others = ["rm": "remove", "delete": "remove", "ls": "list", "show": "list"]
      let nearest = others[name] ?? Suggestion.nearest(to: name, among: names)
      throw CommandFailure.usage(
        "favorites does not know '\(name)'" + (nearest.map { "; did you mean \($0)?" } ?? "")
          + "\nAccepted: \(names.joined(separator: ", "))" + Self.hint(name)
          + "\nTo search for words: imgsearch search \(arguments.words)")
    }
    let operands = Array(arguments.operands.dropFirst())
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
    switch action {
    case .add:
      return try await FavoritesAddition(arguments, console: console, file: file).add(operands)
    case .import:
      return try await FavoritesAddition(arguments, console: console, file: file).read(operands)
    case .remove: return try await remove(operands)
    case .list: return try list()
    case .export: return try export()
    }
  }

  /// What is often meant by a word that is no action
  private static func hint(_ name: String) -> String {
    if name == Command.download.rawValue {
      return "\nTo save their pictures: imgsearch favorites -f ndjson | imgsearch download -"
    }
    if name.first?.isWholeNumber ?? false {
      return "\nTo keep that photo: imgsearch favorites add \(name)"
    }
    return ""
  }

  private func remove(_ operands: [String]) async throws -> ExitCode {
    let kept = KeptPhotos(console)
    // A photo may have been added under another of its names.
    var photos: [[PhotoID]] = []
    for operand in operands {
      if operand == "-" {
        var input = try PhotoInput(path: operand)
        while let item = try await input.next() { photos += try kept.photos(item).map(\.names) }
      } else {
        photos += try kept.photos(PhotoOperand(operand)).map(\.names)
      }
    }
    var seen: Set<PhotoID> = []
    photos = photos.filter { seen.insert($0[0]).inserted }
    let found = try PhotoDatabase.writing(at: file).removeFavorites(photos)
    for (names, isFound) in zip(photos, found) where !isFound {
      console.note("imgsearch: \(names[0]) is no favorite")
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
    let output = try ListingOutput(arguments)
    var plan = SearchPlan(query: PhotoQuery(words: nil), providers: [])
    guard let database = try PhotoDatabase.reading(at: file), try database.favoriteCount > 0 else {
      var renderer = output.renderer(for: plan, on: console)
      try console.print(renderer.header())
      try console.print(renderer.footer(ListingSummary(plan: plan, next: nil, reports: [])))
      console.note("No favorites yet; imgsearch favorites add <photo>... keeps some.")
      return .success
    }
    // The table has room for long ids where it is told that there may be some.
    if output.format == .table {
      plan.providers = ProviderCatalog.profiles.map(\.id)
    }
    var renderer = output.renderer(for: plan, on: console)
    plan.providers = []
    var keeper = ListingKeeper(console, trouble: "these numbers are not kept for later")
    defer { keeper.finish() }
    var number = 0
    try console.print(renderer.header())
    let unreadable = try database.eachFavorite { favorite in
      number += 1
      // A list for a file or a pipe leaves the numbers that somebody has before him.
      if output.format.hasNumbers { keeper.take(favorite.photo, number: number) }
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

extension KnownPhoto {
  /// All by which it may have been added
  fileprivate var names: [PhotoID] {
    switch self {
    case .photo(let photo, _): photo.identities
    case .id(let id): [id]
    }
  }
}
