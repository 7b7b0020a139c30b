import PhotoSearch
import PhotoStorage

/// What `download` is to save: photos as they were named, or as a listing wrote them
struct DownloadInput: Sequence {
  enum Item {
    case photo(Photo)
    /// An id, or a page's address
    case reference(String)
    /// A line of standard input, counted from 1
    case unreadable(line: Int)
  }

  private let items: [Item]

  /// - Parameter operands: `-` stands for the lines of standard input; numbers are those of the
  ///   last listing
  init(_ operands: [String], session: Session, console: Console) throws {
    let sites = session.sites
    let kept = KeptPhotos(console)
    var items: [Item] = []
    var hasRead = false
    for operand in operands {
      if operand == "-" {
        if !hasRead { items += Self.items(in: try console.readInput(), sites: sites) }
        hasRead = true
      } else if case .numbers(let numbers) = try PhotoOperand(operand) {
        items += try kept.listed(numbers).map(Item.photo)
      } else {
        items.append(.reference(operand))
      }
    }
    self.items = items
  }

  var count: Int { items.count }

  func makeIterator() -> IndexingIterator<[Item]> { items.makeIterator() }

  private static func items(in text: String, sites: [String: String]) -> [Item] {
    var items: [Item] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      if first.hasPrefix("{") {
        let photo = PhotoLine(String(line), sites: sites)?.photo
        items.append(photo.map(Item.photo) ?? .unreadable(line: index + 1))
      } else {
        items += words.map { .reference(String($0)) }
      }
    }
    return items
  }
}
