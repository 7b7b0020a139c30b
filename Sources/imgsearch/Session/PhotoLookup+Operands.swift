import CommandSyntax
import PhotoSearch
import PhotoStorage
import Terminal

extension PhotoLookup {
  /// The database of this terminal
  ///
  /// - Parameter patience: how long to wait for another program that locks readers out
  init(_ console: Console, patience: Duration = .seconds(10)) {
    self.init(at: console.folders.database, for: console.terminal, patience: patience)
  }

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

extension Session {
  /// The photo as given or stored; otherwise it is requested from its service
  ///
  /// - Throws: what ``photo(_:wasSeen:)`` throws.
  func known(_ named: PhotoReference) async throws -> Photo {
    if let photo = named.photo { photo } else { try await photo(named.id) }
  }
}

extension RequestOptions {
  /// These options; if only numbers are named, with the recording that their listing came from
  func answered(by lookup: PhotoLookup, for operands: [PhotoOperand]) -> RequestOptions {
    let areNumbers = operands.allSatisfy { if case .numbers = $0 { true } else { false } }
    guard areNumbers, replay == nil, !isOffline, !isRefreshing else { return self }
    var run = self
    run.replay = lookup.replay
    return run
  }
}
