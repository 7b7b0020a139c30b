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
