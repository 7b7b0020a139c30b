import CommandSyntax
import PhotoSearch
import PhotoStorage
import Terminal

extension PhotoLookup {
  /// What is kept for this terminal
  ///
  /// - Parameter patience: how long another program that locks readers out is waited for
  init(_ console: Console, patience: Duration = .seconds(10)) {
    self.init(at: console.folders.database, for: console.terminal, patience: patience)
  }

  /// The photos that an operand names
  ///
  /// - Throws: a failure with code 66 for a number that the last listing does not have, a usage
  ///   failure for what names no photo.
  func photos(_ operand: PhotoOperand) throws -> [PhotoReference] {
    if case .numbers(let ranges) = operand {
      do { return try ranges.flatMap(listed).map { .photo($0) } } catch let fault as ListingFault {
        throw CommandFailure(of: fault)
      }
    }
    if case .page(let url, _) = operand, let photo = storedPhoto(at: url) { return [.photo(photo)] }
    guard let id = try operand.id() else { return [] }
    return [storedPhoto(id).map { .photo($0) } ?? .id(id)]
  }

  /// The same, but an id alone where its service is to be asked for the photo, whatever is known of it
  func photos(_ operand: PhotoOperand, asksAnew: Bool) throws -> [PhotoReference] {
    guard asksAnew, let id = try operand.id(), ProviderCatalog.canBeAsked(id) else {
      return try photos(operand)
    }
    return [.id(id)]
  }
}

extension PhotoCache {
  /// The photo of an id that a call names: as it was given, else as it was last seen, else its id alone
  nonisolated func reference(to id: PhotoID, else lookup: PhotoLookup) async -> PhotoReference {
    (await photo(id) ?? lookup.storedPhoto(id)).map { .photo($0) } ?? .id(id)
  }
}

extension Session {
  /// The photo as it was given or last seen, else as its service tells of it now
  ///
  /// - Throws: what ``photo(_:wasSeen:)`` throws.
  func known(_ named: PhotoReference) async throws -> Photo {
    if let photo = named.photo { photo } else { try await photo(named.id) }
  }
}

extension RequestOptions {
  /// The same; where only numbers are named, answered by the recording that their listing came from
  func answered(by lookup: PhotoLookup, for operands: [PhotoOperand]) -> RequestOptions {
    let areNumbers = operands.allSatisfy { if case .numbers = $0 { true } else { false } }
    guard areNumbers, replay == nil, !isOffline, !isRefreshing else { return self }
    var run = self
    run.replay = lookup.replay
    return run
  }
}
