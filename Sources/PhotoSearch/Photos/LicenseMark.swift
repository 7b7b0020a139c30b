extension License {
  /// What a licence lets anyone do, as one of four marks
  public enum Mark: String, CaseIterable, Sendable {
    /// Use, sell and change it; nothing is required
    case free
    /// Use, sell and change it; the author must be credited
    case freeWithCredit = "free with credit"
    /// Use it, but not to earn money, or not changed
    case limited
    /// Ask the owner first: all rights are reserved, or the terms aren't known
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
