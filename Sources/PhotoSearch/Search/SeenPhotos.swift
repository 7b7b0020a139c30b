/// Which pictures a search has met, as 32-bit marks: enough to tell a repeat, small enough for a
/// cursor
///
/// A photo leaves a mark for its own id (its provider has sent it) and one for the name that it has
/// at another service, or beside its id (somebody has sent it under that name): of several names at
/// one service the last. The two kinds are apart, so that a provider that repeats itself is told from
/// one that sends what another has sent before.
struct SeenPhotos: Hashable, Sendable {
  private(set) var marks: Set<UInt32>

  init(marks: Set<UInt32> = []) {
    self.marks = marks
  }

  /// Whether any of a photo's identities has been met
  func contains(_ photo: Photo) -> Bool {
    knows(photo.id) || photo.aliases.contains(where: knows)
  }

  /// Whether the photo's own provider has sent it before
  func hasSent(_ photo: Photo) -> Bool {
    marks.contains(Self.mark(.own, photo.id))
  }

  /// Marks a photo as met, with all its identities
  mutating func insert(_ photo: Photo) {
    marks.insert(Self.mark(.own, photo.id))
    for (place, alias) in photo.aliases.enumerated() where !knows(alias) {
      // What has that name has the last of them too, and two marks a photo are what a cursor can bear.
      let isLast = !photo.aliases[(place + 1)...].contains { $0.service == alias.service }
      if isLast { marks.insert(Self.mark(.alias, alias)) }
    }
  }

  private func knows(_ id: PhotoID) -> Bool {
    marks.contains(Self.mark(.own, id)) || marks.contains(Self.mark(.alias, id))
  }
}

extension SeenPhotos {
  private enum Kind: UInt8 {
    case own = 1
    case alias = 2
  }

  /// FNV-1a over kind and id, mixed as MurmurHash3 ends, the upper half: the same in every process
  private static func mark(_ kind: Kind, _ id: PhotoID) -> UInt32 {
    var bytes = StableHash()
    bytes.add(kind.rawValue)
    bytes.add(contentsOf: id.service.utf8)
    bytes.add(UInt8(ascii: ":"))
    bytes.add(contentsOf: id.native.utf8)
    var hash = bytes.value
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return UInt32(truncatingIfNeeded: (hash ^ (hash >> 33)) >> 32)
  }
}
