import PhotoSearch
import PhotoStorage

/// What `download` is to save: photos as they were named, or as a listing wrote them
struct DownloadInput {
  enum Item {
    case known(KnownPhoto)
    /// What is no photo
    case unreadable(CommandFailure)
  }

  /// How many there are; nil when nobody knows before standard input ends
  let count: Int?
  private let kept: KeptPhotos
  private var ready: ArraySlice<KnownPhoto>
  private var input: PhotoInput?

  /// - Parameter operands: `-` stands for standard input, which is read last; numbers are those of
  ///   the last listing
  /// - Throws: a usage failure for what names no photo, one with code 66 for a number that the last
  ///   listing does not have.
  init(_ operands: [String], console: Console) throws {
    let kept = KeptPhotos(console)
    self.kept = kept
    ready = try operands.filter { $0 != "-" }.flatMap { try kept.photos(PhotoOperand($0)) }[...]
    input = operands.contains("-") ? try PhotoInput(path: "-") : nil
    count = input == nil ? Set(ready.map(\.id)).count : nil
  }

  /// nil at the end
  ///
  /// - Throws: a failure with code 66 when standard input cannot be read, `CancellationError` while
  ///   it is waited for.
  mutating func next() async throws -> Item? {
    while true {
      if let photo = ready.popFirst() { return .known(photo) }
      guard let item = try await input?.next() else { return nil }
      do {
        ready = try kept.photos(item)[...]
      } catch let failure as CommandFailure {
        return .unreadable(failure)
      }
    }
  }
}

extension KnownPhoto {
  fileprivate var id: PhotoID {
    switch self {
    case .photo(let photo, _): photo.id
    case .id(let id): id
    }
  }
}
