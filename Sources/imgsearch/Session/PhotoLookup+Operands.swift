import CommandSyntax
import PhotoSearch
import PhotoStorage
import Terminal

extension PhotoLookup {
  /// Opens the database, with the last listing of this terminal
  init(_ console: Console) { self.init(at: console.folders.database, for: console.terminal) }

  /// The photos that an operand names
  ///
  /// - Parameter asksAnew: whether its service, if it can be asked, is asked even for a stored
  ///   photo, so that only the id is given
  /// - Throws: `ListingFault` for a number that the last listing lacks, `StorageError`,
  ///   ``PhotoFault/notNamed(by:)`` for a page of no provider.
  func photos(_ operand: PhotoOperand, asksAnew: Bool = false) throws -> [PhotoReference] {
    if case .numbers(let ranges) = operand {
      return try ranges.flatMap(listed).map { .photo($0) }
    }
    if asksAnew, let id = try operand.id(), ProviderCatalog.canBeAsked(id) { return [.id(id)] }
    if case .page(let url, _) = operand, let photo = storedPhoto(at: url) { return [.photo(photo)] }
    guard let id = try operand.id() else { return [] }
    return [storedPhoto(id).map { .photo($0) } ?? .id(id)]
  }
}

extension RequestOptions {
  /// These options; if only numbers are named, with the recording that their listing came from
  func answered(by lookup: PhotoLookup, for operands: [PhotoOperand]) -> RequestOptions {
    let areNumbers = operands.allSatisfy { if case .numbers = $0 { true } else { false } }
    guard areNumbers, replay == nil, !isOffline, !isRefreshing else { return self }
    var requests = self
    requests.replay = lookup.replay
    return requests
  }
}
