public import Foundation

// Names that version 0.2 replaced; they go with the release after it.

/// The requests for a service's pages, and its filters
@available(*, deprecated, renamed: "ProviderFeed")
public typealias Feed = ProviderFeed

/// Where a photo was taken
@available(*, deprecated, renamed: "PhotoPlace")
public typealias Place = PhotoPlace

/// Camera, lens and exposure
@available(*, deprecated, renamed: "PhotoCamera")
public typealias Camera = PhotoCamera

/// A provider's verdict on a reply
@available(*, deprecated, renamed: "ReplyVerdict")
public typealias Verdict = ReplyVerdict

/// Why a row of a reply is not shown
@available(*, deprecated, renamed: "ExclusionReason")
public typealias LeftOut = ExclusionReason

extension ProviderReport {
  /// Rows that are not shown, by reason
  @available(*, deprecated, renamed: "excluded")
  public var leftOut: [ExclusionReason: Int] { excluded }

  /// Whether the run ended because this provider had given all pages that it may be asked for
  @available(*, deprecated, renamed: "reachedRequestLimit")
  public var stoppedRun: Bool { reachedRequestLimit }
}

extension PhotoPage {
  /// Rows that are not among the photos, by reason
  @available(*, deprecated, renamed: "excluded")
  public var leftOut: [ExclusionReason: Int] {
    get { excluded }
    set { excluded = newValue }
  }
}

extension PhotoFilters {
  /// Whether to leave out what its service says was made by a machine
  @available(*, deprecated, renamed: "excludesAIGenerated")
  public var noAI: Bool {
    get { excludesAIGenerated }
    set { excludesAIGenerated = newValue }
  }
}

extension Rendition {
  /// One size of a picture; nil without an address
  @available(*, deprecated, renamed: "init(role:url:size:isPermanent:)")
  public init?(_ role: Role, _ url: URL?, _ size: PixelSize? = nil, isPermanent: Bool = true) {
    guard let url else { return nil }
    self.init(role: role, url: url, size: size, isPermanent: isPermanent)
  }
}
