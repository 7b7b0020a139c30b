import CommandSyntax
import Foundation
import ModelContext
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// The tools about what is kept on this machine
extension AssistantCalls {
  /// Lists or changes the favorites and their collections
  func favorites(_ arguments: ToolArguments) async throws -> ToolAnswer {
    let action: AssistantFavoritesAction =
      try arguments.choice("action", Synonyms.imgsearch.choice) ?? .list
    var collection = try arguments["collection"]?.text.map { try CollectionName(typed: $0) }
    if action != .add, let typed = collection {
      // In its own capitals
      collection = try await database.collection(typed).name
    }
    switch (action, collection) {
    case (.list, _): return try await listFavorites(in: collection, arguments)
    case (.add, _): return try await addFavorites(to: collection, arguments)
    case (.remove, let collection?) where arguments["ids"] == nil:
      // Its photos stay favorites.
      return await answer(removing: try await database.remove(collection), from: collection)
    case (.remove, _): return try await removeFavorites(from: collection, arguments)
    case (.rename, let collection?):
      guard let text = arguments["new_name"]?.text else {
        throw ArgumentProblem("new_name is missing: the collection's new name")
      }
      let name = try CollectionName(typed: text)
      guard try await database.writing({ try $0.rename(collection, to: name) }) else {
        throw ArgumentProblem("new_name: there is a collection “\(name.text)” already")
      }
      return .json { $0.member("renamed", name.text) }
    case (.rename, nil): throw ArgumentProblem("collection is missing: the one to rename")
    }
  }

  private func listFavorites(
    in collection: CollectionName?, _ arguments: ToolArguments
  ) async throws -> ToolAnswer {
    let first = arguments["from"]?.integer ?? 1
    let (favorites, total, collections) = try await database.reading { database in
      (
        try database?.favorites(in: collection, from: first, limit: arguments.count) ?? [],
        try database?.favoriteCount(in: collection) ?? 0, try database?.collections() ?? []
      )
    }
    let found = favorites.map { session.source.working($0.photo) }
    for photo in found { await photoCache.store(photo) }
    return .json { json in
      PhotoRows(found).write(to: &json)
      json.member("total", total)
      json.objects("collections", collections) { json, collection in
        json.member("name", collection.name.text)
        json.member("count", collection.count)
      }
    }
  }

  private func addFavorites(
    to collection: CollectionName?, _ arguments: ToolArguments
  ) async throws -> ToolAnswer {
    let outcome = try await photos(named: arguments.photos) {
      try await session.photos.photo($0, .stored)
    }
    try await undoable.add(outcome.found.map { .photo($0) }, to: collection)
    return .json { json in
      json.member("added", outcome.found.map(\.id.description))
      outcome.writeFailed(to: &json)
    }
  }

  /// Removes photos from a collection, or from the favorites
  private func removeFavorites(
    from collection: CollectionName?, _ arguments: ToolArguments
  ) async throws -> ToolAnswer {
    var outcome = ToolOutcome<Favorite>(words: Self.words)
    lazy var lookup = session.photos.openLookup()
    try await outcome.each(arguments.photos) { name, removed in
      let names = try await photoCache.reference(to: Self.id(name), else: lookup).identities
      let found = try await database.reading {
        try $0?.favorites(under: names, in: collection) ?? []
      }
      guard !found.isEmpty else {
        let place = collection.map { "in “\($0.text)”" } ?? "a favorite"
        throw ArgumentProblem("it isn't \(place)")
      }
      removed += found
    }
    try outcome.check(hasResult: !outcome.found.isEmpty)
    let removed = outcome.found.distinct { $0.photo.id }
    try await undoable.remove(removed.flatMap(\.photo.identities), from: collection)
    return await answer(removing: removed, from: collection, outcome)
  }

  /// Tells what was removed, and keeps it so that it can be added again
  private func answer(
    removing removed: [Favorite], from collection: CollectionName?,
    _ outcome: ToolOutcome<Favorite>? = nil
  ) async -> ToolAnswer {
    for favorite in removed { await photoCache.store(favorite.photo) }
    return .json { json in
      json.objects("removed", removed) { json, favorite in
        json.member("id", favorite.photo.id.description)
        let collections = collection.map { [$0] } ?? favorite.collections
        json.member("collections", collections.map(\.text))
      }
      (outcome ?? ToolOutcome(words: Self.words)).writeFailed(to: &json)
    }
  }

  /// Lists earlier searches, the latest first
  func history(_ arguments: ToolArguments) async throws -> ToolAnswer {
    let count = arguments.count
    let words = arguments["words"]?.text
    let entries = try await database.reading { try $0?.history() ?? [] }
      .filter { entry in words.map(entry.has) ?? true }
    return .json { json in
      json.objects("searches", Array(entries.prefix(count))) { json, entry in
        json.memberIfKnown("words", entry.words.map { SafeText.line($0, jsonBytes: 300) })
        let options = entry.search.map { SearchRecord(plan: $0.plan).settings } ?? []
        json.member(
          "options",
          options.map {
            SafeText.line("\(Reader.assistant.option($0)) \($1 ?? "true")", jsonBytes: 300)
          })
        json.member("photos", entry.photos)
        json.member("searched", entry.searched)
      }
    }
  }
}
