extension License {
  /// A short classification of what a licence allows
  public enum Mark: String, CaseIterable, Sendable {
    /// Anyone may use, sell and change the photo; nothing is required
    case free
    /// Anyone may use, sell and change the photo; the author must be credited
    case freeWithCredit = "free with credit"
    /// Anyone may use the photo, but not earn money with it, or not change it
    case limited
    /// The owner must be asked: all rights are reserved, or the terms aren't known
    case ask
  }

  /// The mark of this licence
  public var mark: Mark {
    if permits == [.commercialUse, .modification] {
      return asksForCredit ? .freeWithCredit : .free
    }
    return code != nil || isSampling || !permits.isEmpty ? .limited : .ask
  }

  /// Whether changed copies must be passed on under the same licence
  package var isShareAlike: Bool {
    code?.ends(with: "sa") ?? false || Self.copyleft.contains { id.begins(with: $0) }
  }

  /// Free licences outside Creative Commons, by the beginning of their SPDX ids: both require a
  /// credit, and the same licence for changed copies
  static let copyleft = ["GFDL-", "LAL-"]

  /// Creative Commons' retired sampling licences, and rightsstatements.org's "no copyright, but
  /// non-commercial use only": use is permitted within limits
  private var isSampling: Bool { id.holds("Sampling") || id.holds("NoC-NC") }
}

extension License.Mark {
  /// The mark of a photo's licence; nil is an unknown licence
  package init(_ license: License?) { self = license?.mark ?? .ask }
}
