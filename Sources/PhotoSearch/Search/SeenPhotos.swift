/// Which pictures a search has met, as marks of 41 bits: enough to tell a repeat, small enough for a
/// cursor
///
/// Each photo leaves one that says who has sent it, under the name that everybody knows who sends the
/// picture: the last of its identities. Under the others it leaves one only while an aggregator may
/// still name the picture by them, see ``insert(_:keeping:)``.
///
/// Among n marks a new photo is taken for a repeat in n of 2^41 cases, for each of its names and each
/// provider that may have sent it. By that 100,000 photos of two names lose 0.01 of them in all where
/// one provider is asked, and 0.06 where nine are; with marks of 32 bits it was about 10.
struct SeenPhotos: Hashable, Sendable {
  /// Names of a photo that are marked
  enum Names {
    /// Only the last identity: the id at the picture's original service, which every provider that
    /// sends this picture reports
    case last
    /// Its own id, too, and one for each service that it has a name at
    case all
  }

  /// Bits of a mark
  static let bits: UInt64 = 41

  private(set) var marks: MarkSet
  /// What the providers of the search make of the mark of a name
  private let senders: [ProviderID: UInt64]

  /// - Parameter providers: of the search: only what one of them has sent is found again
  init(of providers: [ProviderID], marks: MarkSet = MarkSet()) {
    self.marks = marks
    senders = Dictionary(
      providers.map { ($0, Self.hash($0.rawValue)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether any of a photo's identities has been met
  func contains(_ photo: Photo) -> Bool {
    contains(photo.id) || photo.aliases.contains(where: contains)
  }

  private func contains(_ name: PhotoID) -> Bool {
    let hash = Self.hash(name)
    return marks.contains(Self.mark(hash, sentBy: Self.anybody))
      || senders.values.contains { marks.contains(Self.mark(hash, sentBy: $0)) }
  }

  /// Whether the photo's own provider has sent it before
  func hasSent(_ photo: Photo) -> Bool {
    marks.contains(mark(of: photo))
  }

  /// Marks a photo as met
  ///
  /// - Parameter names: all of them while another provider may name the picture by any; the last is
  ///   enough for repeats by its own.
  mutating func insert(_ photo: Photo, keeping names: Names) {
    marks.insert(mark(of: photo))
    guard case .all = names, !photo.aliases.isEmpty, !photo.isNamedByPicture else { return }
    let others = photo.aliases.indices.dropLast().filter { place in
      // What has that name has the last one at its service, too.
      !photo.aliases[(place + 1)...].contains { $0.service == photo.aliases[place].service }
    }
    for name in [photo.id] + others.map({ photo.aliases[$0] }) {
      marks.insert(Self.mark(Self.hash(name), sentBy: Self.anybody))
    }
  }

  private func mark(of photo: Photo) -> UInt64 {
    let sender = senders[photo.provider] ?? Self.hash(photo.provider.rawValue)
    return Self.mark(Self.hash(photo.commonName), sentBy: sender)
  }
}

extension Photo {
  /// The name that everybody knows who sends this picture
  var commonName: PhotoID { aliases.last ?? id }

  /// Whether whoever has the address of the picture has that name, so that no other is needed to
  /// find it again
  fileprivate var isNamedByPicture: Bool {
    guard let address = renditions.last?.address, !ProviderCatalog.renamesPictures(id.service)
    else {
      return false
    }
    return ProviderCatalog.photoID(at: address) == commonName
  }
}

extension SeenPhotos {
  /// In place of a provider, for the names that a photo has besides
  private static let anybody: UInt64 = 0

  private static func hash(_ name: PhotoID) -> UInt64 {
    var hash = StableHash()
    hash.add(name.service)
    hash.add(UInt8(ascii: ":"))
    hash.add(name.native)
    return hash.value
  }

  private static func hash(_ text: String) -> UInt64 {
    var hash = StableHash()
    hash.add(text)
    return hash.value
  }

  /// Two hashes mixed as MurmurHash3 ends, the upper bits: the same in every process
  private static func mark(_ name: UInt64, sentBy sender: UInt64) -> UInt64 {
    var hash = name ^ (sender &* 0x9e37_79b9_7f4a_7c15)
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return (hash ^ (hash >> 33)) >> (64 - bits)
  }
}

/// The marks of ``SeenPhotos``: a set that takes about 6 bytes for each, and grows a little at a time
///
/// A `Set` is copied as a whole into one of twice the size when it is full, and has both for a moment.
/// Here the upper bits of a mark say in which of some short lists it stands, and only the lower 32 are
/// written there.
struct MarkSet: Hashable, Sendable {
  /// By the upper bits; each ascending
  private var lists = [[UInt32]](repeating: [], count: 1 << (SeenPhotos.bits - 32))
  /// How many there are
  private(set) var count = 0

  init() {}

  init(_ marks: some Sequence<UInt64>) {
    for mark in marks { insert(mark) }
  }

  var isEmpty: Bool { count == 0 }

  /// From the least to the greatest
  var ascending: some Sequence<UInt64> {
    lists.enumerated().lazy.flatMap { upper, list in
      list.lazy.map { UInt64(upper) << 32 | UInt64($0) }
    }
  }

  func contains(_ mark: UInt64) -> Bool {
    let list = lists[Self.list(of: mark)]
    let place = Self.place(of: mark, in: list)
    return place < list.count && list[place] == UInt32(truncatingIfNeeded: mark)
  }

  /// Adds a mark, if it isn't there
  mutating func insert(_ mark: UInt64) {
    let list = Self.list(of: mark)
    let lower = UInt32(truncatingIfNeeded: mark)
    let place = Self.place(of: mark, in: lists[list])
    if place < lists[list].count, lists[list][place] == lower { return }
    lists[list].insert(lower, at: place)
    count += 1
  }

  private static func list(of mark: UInt64) -> Int { Int(mark >> 32) }

  /// Where it stands in its list, or is to be put
  private static func place(of mark: UInt64, in list: [UInt32]) -> Int {
    let lower = UInt32(truncatingIfNeeded: mark)
    var (first, end) = (0, list.count)
    while first < end {
      let middle = (first + end) / 2
      if list[middle] < lower { first = middle + 1 } else { end = middle }
    }
    return first
  }
}
