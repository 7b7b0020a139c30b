import CommandSyntax
import PhotoSearch
import PhotoStorage
import Terminal

extension Session {
  /// Opens the database to find photos; if another program locks it, it isn't waited for
  func openLookup() -> PhotoLookup {
    PhotoLookup(
      at: console.folders.database, for: console.terminal, patience: SharedDatabase.lockTimeout)
  }
}

extension PhotoLookup {
  /// Opens the database, with the last listing of this terminal
  init(_ console: Console) { self.init(at: console.folders.database, for: console.terminal) }

  /// The photos that an operand names
  ///
  /// - Throws: a failure with code 66 for a number that the last listing lacks, a usage failure for
  ///   a text that names no photo.
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

  /// The photos that an operand names; only its id if the photo is to be requested again
  func photos(_ operand: PhotoOperand, asksAnew: Bool) throws -> [PhotoReference] {
    guard asksAnew, let id = try operand.id(), ProviderCatalog.canBeAsked(id) else {
      return try photos(operand)
    }
    return [.id(id)]
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
