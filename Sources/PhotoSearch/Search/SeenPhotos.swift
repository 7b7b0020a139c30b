import Platform

/// The pictures that a search has seen, as marks of 41 bits: enough to recognize a repeat, small
/// enough for a cursor
///
/// Each photo leaves a mark of its provider with the picture's common name: the last of its
/// identities, which every provider of the picture reports. Marks of its other names are left only
/// while an aggregator may still send the picture under them, see ``insert(_:keeping:)``.
///
/// With n marks a new photo is taken for a repeat in n of 2^41 cases, for each of its names and
/// each provider that may have sent it. So of 100,000 photos with two names 0.01 are lost in all
/// with one provider, and 0.06 with nine; with marks of 32 bits it was about 10.
struct SeenPhotos: Hashable, Sendable {
  /// Which names of a photo are marked
  enum Names {
    /// Only the last identity: the id at the picture's original service, which every provider that
    /// sends this picture reports
    case last
    /// The photo's own id, and one name for each service that has the picture
    case all
  }

  /// Bits per mark
  static let bits: UInt64 = 41

  private(set) var marks: MarkSet
  /// The numbers that are mixed into the marks of the search's providers
  private let senders: [UInt64]

  /// - Parameter providers: of the search; only photos that one of them sent are recognized
  init(of providers: [ProviderID], marks: MarkSet = MarkSet()) {
    self.marks = marks
    senders = providers.map(Self.sender)
  }

  /// Whether any of a photo's identities was seen
  func contains(_ photo: Photo) -> Bool {
    contains(photo.id) || photo.aliases.contains(where: contains)
  }

  private func contains(_ name: PhotoID) -> Bool {
    let hash = Self.hash(name)
    return marks.contains(Self.mark(hash, sentBy: Self.anybody))
      || senders.contains { marks.contains(Self.mark(hash, sentBy: $0)) }
  }

  /// Whether the photo's own provider has sent it before
  func hasSent(_ photo: Photo) -> Bool { marks.contains(mark(of: photo)) }

  /// Marks a photo as seen
  ///
  /// - Parameter names: all names while another provider may send the picture under any of them;
  ///   the last is enough to recognize repeats by its own provider.
  mutating func insert(_ photo: Photo, keeping names: Names) {
    marks.insert(mark(of: photo))
    guard case .all = names, !photo.aliases.isEmpty, !photo.isNamedByPicture else { return }
    let others = photo.aliases.indices.dropLast().filter { place in
      // A photo with this name also has the last name at the same service, so that one is enough.
      !photo.aliases[(place + 1)...].contains { $0.service == photo.aliases[place].service }
    }
    for name in [photo.id] + others.map({ photo.aliases[$0] }) { insert(name) }
  }

  /// Marks a picture as seen under one of its ids, whoever sends it
  mutating func insert(_ id: PhotoID) {
    marks.insert(Self.mark(Self.hash(id), sentBy: Self.anybody))
  }

  private func mark(of photo: Photo) -> UInt64 {
    Self.mark(Self.hash(photo.commonName), sentBy: Self.sender(photo.provider))
  }

  private static func sender(_ provider: ProviderID) -> UInt64 {
    StableHash(provider.rawValue).value
  }
}

extension Photo {
  /// The name of this picture that every provider of it reports
  var commonName: PhotoID { aliases.last ?? id }

  /// Whether the picture's address contains that name, so that no other name is needed to recognize
  /// the picture
  fileprivate var isNamedByPicture: Bool {
    let profile = ProviderCatalog.profile(ofService: id.service)
    guard let address = renditions.last?.address, profile?.renamesPictures != true else {
      return false
    }
    return ProviderCatalog.photoID(at: address) == commonName
  }
}

extension SeenPhotos {
  /// Replaces the provider in marks of a photo's other names
  private static let anybody: UInt64 = 0

  private static func hash(_ name: PhotoID) -> UInt64 {
    var hash = StableHash(name.service)
    hash.add(UInt8(ascii: ":"))
    hash.add(name.native)
    return hash.value
  }

  /// Mixes two hashes as in MurmurHash3's final step and takes the upper bits: the same in every
  /// process
  private static func mark(_ name: UInt64, sentBy sender: UInt64) -> UInt64 {
    var hash = name ^ (sender &* 0x9e37_79b9_7f4a_7c15)
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return (hash ^ (hash >> 33)) >> (64 - bits)
  }
}

/// The marks of ``SeenPhotos``: a set that takes about 6 bytes per mark and grows in small steps
///
/// A full `Set` is copied into one of twice the size, and both exist for a moment. Here the upper
/// bits of a mark choose one of some short lists, and the list stores only the lower 32.
struct MarkSet: Hashable, Sendable {
  /// The lower bits of the marks, ascending, in a list for each value of the upper bits
  private var lists = [[UInt32]](repeating: [], count: 1 << (SeenPhotos.bits - 32))
  /// Number of marks
  private(set) var count = 0

  /// All marks in ascending order
  var ascending: some Sequence<UInt64> {
    lists.enumerated().lazy.flatMap { upper, list in
      list.lazy.map { UInt64(upper) << 32 | UInt64($0) }
    }
  }

  func contains(_ mark: UInt64) -> Bool { find(mark).isThere }

  /// Adds a mark unless it is in the set
  mutating func insert(_ mark: UInt64) {
    let (list, place, isThere) = find(mark)
    guard !isThere else { return }
    lists[list].insert(UInt32(truncatingIfNeeded: mark), at: place)
    count += 1
  }

  /// A mark's list and its index there, or where to insert it
  private func find(_ mark: UInt64) -> (list: Int, place: Int, isThere: Bool) {
    let (number, lower) = (Int(mark >> 32), UInt32(truncatingIfNeeded: mark))
    let list = lists[number]
    let place = list.partitioningIndex { $0 >= lower }
    return (number, place, place < list.count && list[place] == lower)
  }
}
