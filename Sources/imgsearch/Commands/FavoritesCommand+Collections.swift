import CommandSyntax
import PhotoStorage
import Terminal

/// The subcommands of `favorites` for whole collections
extension FavoritesCommand {
  /// The collection that the operands of `remove` name together; nil if one of them names a photo
  ///
  /// - Throws: a usage failure for an operand that is neither.
  func namedCollection() throws -> PhotoCollection? {
    guard options.collection == nil, !options.operands.contains("-") else { return nil }
    var problem: CommandFailure?
    for operand in options.operands {
      do {
        _ = try PhotoOperand(operand)
        return nil
      } catch let failure as CommandFailure {
        problem = problem ?? failure
      }
    }
    let name = try CollectionName(typed: options.operands.joined(separator: " "))
    do {
      return try PhotoDatabase.collection(name, in: PhotoDatabase.reading(at: file))
    } catch let absence as NoCollection {
      throw CommandFailure.usage("\(problem?.message ?? "")\n\(ErrorText.line(absence))")
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
