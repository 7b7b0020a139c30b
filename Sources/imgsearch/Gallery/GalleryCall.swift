import CommandSyntax
import Foundation
import LocalServer
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// A call of the page: its name in the address, whose turn it waits for, and what answers it
struct GalleryCall: Sendable {
  /// Sends the lines of a stream
  typealias Lines = LocalWriter

  let name: String
  let turns: @Sendable (Gallery) -> AsyncSemaphore
  /// Reads the arguments, so that everything behind it gets values
  let answer: @Sendable (Gallery, CallArguments, Lines) async throws -> Void

  /// Most bytes of a call: a cursor takes 8 per photo shown, an import some KB per photo
  static let maxBytes = 20_000_000

  /// All calls
  static let all = [
    object("start") { gallery, _ in try gallery.start },
    lines("search", turns: { $0.searches }) { gallery, call, lines in
      try await gallery.search(
        call.beginning(in: gallery), count: call.number("count"),
        isTyped: call.bool("typed") ?? false, to: lines)
    },
    object("offers") { gallery, call in try gallery.offers(for: call.plan).line },
    object("photo") { gallery, call in try await gallery.photo(call.photo) },
    object("photos") { gallery, call in try await gallery.photos(call.photos(areNeeded: false)) },
    lines("favorites") { gallery, call, lines in
      let collection = try call.text("collection").map { CollectionName($0) }
      try await gallery.favorites(in: collection, to: lines)
    },
    object("favorite") { gallery, call in
      try await gallery.mark(
        call.photos(), areFavorites: call.bool("on") ?? true, in: call.collection("collection"))
    },
    object("collections") { gallery, call in
      try await gallery.collections(of: call.has("ids") ? call.photos() : [])
    },
    object("collection") { gallery, call in
      let name = try call.needed(call.collection("name"), "name")
      // Without a new name the page removes it.
      guard let after = try call.collection("to") else { return try await gallery.remove(name) }
      return try await gallery.rename(name, to: after)
    },
    object("history") { gallery, _ in try await gallery.history() },
    object("remember") { gallery, call in
      try await gallery.remember(call.plan, photos: call.number("photos") ?? 0)
    },
    object("forget") { gallery, call in
      let removed =
        try call.bool("all") == true
        ? try await gallery.undoable.forgetAll()
        : try await gallery.undoable.forget(id: call.needed(call.text("id"), "id"))
      return "{\"removed\":\(removed)}"
    },
    object("restore") { gallery, call in
      let id = try call.needed(call.text("id"), "id")
      return "{\"restored\":\(try await gallery.undoable.restore(id: id))}"
    },
    object("import") { gallery, call in
      try await gallery.importFavorites(call.needed(call.text("lines"), "lines"))
    },
    lines("export") { gallery, call, lines in
      let form = try call.listing
      try await gallery.export(call.exported, as: form, to: lines)
    },
    lines("download", turns: { $0.downloads }) { gallery, call, lines in
      let filters = try call.plan.query.filters
      try await gallery.download(call.photo, size: call.size, filters, to: lines)
    },
    lines("changes", turns: { $0.listeners }) { gallery, _, lines in
      try await gallery.undoable.tellChanges(lines.send)
    },
  ]

  /// A call that is answered with one object
  private static func object(
    _ name: String, _ answer: @escaping @Sendable (Gallery, CallArguments) async throws -> String
  ) -> GalleryCall { lines(name) { try await $2.send(answer($0, $1)) } }

  /// A call that is answered with a stream of objects
  private static func lines(
    _ name: String, turns: @escaping @Sendable (Gallery) -> AsyncSemaphore = { $0.calls },
    _ answer: @escaping @Sendable (Gallery, CallArguments, Lines) async throws -> Void
  ) -> GalleryCall { GalleryCall(name: name, turns: turns, answer: answer) }
}

extension LocalWriter {
  /// - Parameter line: an object, or an empty line that only checks whether the page is still
  ///   there
  /// - Throws: `CancellationError` if the page has left.
  func send(_ line: String) async throws { try await write(line + "\n") }
}

extension Gallery {
  /// Gives what answers the calls of a name; nil if there are none
  @Sendable func call(named name: String) -> LocalPage.Call? {
    guard let call = GalleryCall.all.first(where: { $0.name == name }) else { return nil }
    return { reply(to: call, body: $0) }
  }

  /// Answers a call of the page with a JSON object, or with a stream of objects on a line each
  ///
  /// A failure is answered as `{"error": "words to show", "code": 64}`; the code is the exit code of
  /// a command, if there is one. The status is always 200, because web browsers report any other as
  /// an error of the page.
  private func reply(to call: GalleryCall, body: Data) -> LocalReply {
    let arguments: CallArguments
    do throws(JSONProblem) {
      arguments = CallArguments(
        values: try JSONDocument(body).root, config: ConfigFile(in: session.console.folders.config))
    } catch {
      return .text("The call isn't JSON: \(error.problem) at \(error.path)\n", status: 400)
    }
    return LocalReply(
      200, headers: ["Content-Type": "application/x-ndjson"],
      body: .stream { lines in
        do {
          try await call.turns(self).withTurn { try await call.answer(self, arguments, lines) }
        } catch {
          try Task.checkCancellation()
          try await lines.send(Self.line(error))
        }
      })
  }

  private static func line(_ error: any Error) -> String {
    let lines = ErrorText.line(error, for: .page).components(at: "\n", keepsEmpty: false)
    return JSONWriter.object { json in
      json.member("error", SafeText.line(lines.joined(separator: ". "), cells: 1_000))
      json.member("code", Int(ExitCode(for: error).rawValue))
    }
  }
}

/// The arguments of a call, each read as what it is; what is missing or wrong is a usage failure
struct CallArguments: Sendable {
  let values: JSONValue
  /// The defaults for options that a call leaves out
  let config: ConfigFile

  func has(_ name: StaticString) -> Bool { values[name] != nil }

  func text(_ name: StaticString) throws -> String? { try value(name, "a text", \.string) }

  func number(_ name: StaticString) throws -> Int? { try value(name, "a number", \.integer) }

  func bool(_ name: StaticString) throws -> Bool? { try value(name, "true or false", \.bool) }

  /// A collection that may not exist yet
  func collection(_ name: StaticString) throws -> CollectionName? {
    try text(name).map { try CollectionName(typed: $0) }
  }

  /// An argument without which there is nothing to do
  func needed<Value>(_ value: Value?, _ name: StaticString) throws -> Value {
    guard let value else { throw CommandFailure.usage("a call of the page lacks its \(name)") }
    return value
  }

  private func value<Value>(
    _ name: StaticString, _ form: String, _ read: (JSONValue) -> Value?
  ) throws -> Value? {
    guard let member = values[name] else { return nil }
    guard let value = read(member) else {
      throw CommandFailure.usage("the \(name) of a call of the page is \(form)")
    }
    return value
  }

  /// The photo that the call names
  var photo: PhotoID { get throws { try Self.photo(text("id") ?? "") } }

  /// The photos that the call names
  ///
  /// - Throws: a usage failure for none if they are needed, and for too many.
  func photos(areNeeded: Bool = true) throws -> [PhotoID] {
    let names = values["ids"]?.elements ?? []
    guard !names.isEmpty || !areNeeded else { throw CommandFailure.usage("no photo is named") }
    guard names.count <= Gallery.maxNamed else {
      throw CommandFailure.usage("more than \(Gallery.maxNamed) photos at once")
    }
    return try names.map { try Self.photo($0.string ?? "") }
  }

  private static func photo(_ name: String) throws -> PhotoID {
    guard let id = PhotoID(name) else {
      throw CommandFailure.usage(
        "'\(SafeText.line(name, cells: 60))' names no photo; one is named as flickr:43213681030 is")
    }
    return id
  }

  /// How a search begins: with a cursor, a photo to find others like, or anew
  func beginning(in gallery: Gallery) async throws -> SearchBeginning {
    if has("id") { return .similar(await gallery.reference(to: try photo), try plan) }
    guard let cursor = try text("cursor") else { return .new(try plan) }
    return .continued(try SearchCursor(cursor))
  }

  /// The photos of a file: those that are named, else favorites
  var exported: ExportedPhotos {
    get throws {
      guard has("ids") else { return .favorites(in: try collection("collection")) }
      let title = try text("title") ?? ""
      guard title.utf8.count <= Session.maxWordBytes else {
        throw CommandFailure.usage("that is too long for the name of a page")
      }
      return .photos(try photos(), title: title)
    }
  }

  /// The size of a picture; nil if the call leaves it to the photo's search
  var size: Rendition.Role? {
    get throws {
      guard let text = try text("size") else { return nil }
      guard let role = Rendition.Role(rawValue: text) else {
        throw CommandFailure.usage("a picture has no size '\(SafeText.line(text, cells: 60))'")
      }
      return role
    }
  }

  /// The format of a file, in the size that config.json has
  ///
  /// - Throws: a usage failure for a format that isn't a file's.
  var listing: ListingOptions {
    get throws {
      let form = [(OptionTable.listingFormat.row, try text("form") ?? "")]
      let options = try ListingOptions(
        OptionValues(form, defaults: config.defaults(), of: [OptionTable.listedSize.row]))
      guard !options.format.has(.numbers) else {
        throw CommandFailure.usage("'\(options.format.rawValue)' is for a terminal, not for a file")
      }
      return options
    }
  }
}

/// The plan of a search as the page and its address have it
extension CallArguments {
  /// The plan of a search: its words, and options with names and values as on the command line
  var plan: SearchPlan {
    get throws {
      let words = try text("words")
      guard words?.utf8.count ?? 0 <= Session.maxWordBytes else {
        throw CommandFailure.usage("that is too long to be searched for")
      }
      var options: [(OptionRow, String)] = []
      var defaults = try config.defaults()
      for (name, value) in try value("options", "an object", \.members) ?? [] {
        guard let row = Gallery.searchRows.first(where: { $0.name == name }), let text = value.text
        else { throw CommandFailure.usage("a search in the gallery takes no option '\(name)'") }
        defaults[row.setting] = nil
        let isSet = row.takesValue ? text != Self.any && !text.isEmpty : text == "true"
        if isSet { options.append((row, text)) }
      }
      return try SearchRequest(
        words, OptionValues(options, defaults: defaults), needsWords: true
      ).plan
    }
  }

  /// The options of a plan by their names for the page; a switch is `true`
  static func settings(of plan: SearchPlan) -> [(name: String, value: String)] {
    SearchRecord(plan: plan).settings.map { ($0.name, $0.value ?? "true") }
  }

  /// The value that turns off a filter of config.json
  private static let any = "any"

  /// The value that overrides a default of config.json, as if it weren't set
  static func overruling(_ row: OptionRow) -> String {
    if row.name == OptionTable.provider.row.name { return ProviderChoice.all.rawValue }
    return row.takesValue ? any : "false"
  }
}
