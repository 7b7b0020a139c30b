import PhotoSearch
import PhotoStorage

/// What `download` is to save: photos as they were named, or as a listing wrote them
struct DownloadInput {
  enum Item {
    case photo(Photo)
    /// One that is to be asked for
    case id(PhotoID)
    /// What is no photo
    case unreadable(CommandFailure)
  }

  /// How many there are; nil when nobody knows before standard input ends
  let count: Int?
  private var named: ArraySlice<Item>
  private var lines: PhotoInput?

  /// - Parameter operands: `-` stands for standard input, which is read last; numbers are those of
  ///   the last listing
  /// - Throws: a usage failure for what names no photo, one with code 66 for a number that the last
  ///   listing does not have.
  init(_ operands: [String], console: Console) throws {
    let kept = KeptPhotos(console)
    var items: [Item] = []
    for operand in operands where operand != "-" {
      switch try PhotoOperand(operand) {
      case .numbers(let numbers): items += try kept.listed(numbers).map(Item.photo)
      case .reference(let reference): items.append(.id(try PhotoID(reference: reference)))
      }
    }
    named = items[...]
    lines = operands.contains("-") ? try PhotoInput(path: "-") : nil
    count = lines == nil ? Set(items.compactMap(\.id)).count : nil
  }

  /// nil at the end
  ///
  /// - Throws: a failure with code 66 when standard input cannot be read, `CancellationError` while
  ///   it is waited for.
  mutating func next() async throws -> Item? {
    if let item = named.popFirst() { return item }
    switch try await lines?.next() {
    case .photo(let photo, _)?: return .photo(photo)
    case .id(let id)?: return .id(id)
    case .unreadable(let place, let reason)?:
      let message = "\(place) of standard input is no photo: \(reason)"
      return .unreadable(CommandFailure(message, code: .data))
    case nil: return nil
    }
  }
}

extension DownloadInput.Item {
  fileprivate var id: PhotoID? {
    switch self {
    case .photo(let photo): photo.id
    case .id(let id): id
    case .unreadable: nil
    }
  }
}
