/// Which filters a provider honours, and how
///
/// From it follow which queries a provider leaves to the others (one that answers as if it had
/// filtered misleads), and which filters are judged by the rows themselves.
public struct FilterSupport: Sendable {
  /// How a filter is honoured
  public enum Way: Sendable {
    /// The service is asked to
    case asked
    /// Each photo is judged by what its row says
    case judged
    /// All its photos fit
    case met
    /// Not at all: a query with this filter is left to others
    case none
  }

  /// How a filter by licence is honoured
  public enum Licenses: Sendable {
    /// The service is asked to; these are all that it has
    case asked(among: [License])
    /// Each photo is judged by what its row says
    case judged
    /// Not at all: a query with this filter is left to others
    case none
    /// All its photos have this one
    case all(License)
  }

  var safety: Way
  var orientation: Way
  var licenses: Licenses
  var colors: [PhotoFilters.Color]
  var sorts: [PhotoFilters.Sort]

  /// - Parameters:
  ///   - safety: how it is honoured; a provider that cannot stays unless it was asked for, and `off`
  ///     asks for nothing
  ///   - orientation: how it is honoured
  ///   - licenses: how they are honoured
  ///   - colors: those it can be asked for
  ///   - sorts: the orders it can be asked for; `relevant` is whatever order it has by default
  public init(
    safety: Way = .none, orientation: Way = .none, licenses: Licenses = .none,
    colors: [PhotoFilters.Color] = [], sorts: [PhotoFilters.Sort] = [.relevant]
  ) {
    self.safety = safety
    self.orientation = orientation
    self.licenses = licenses
    self.colors = colors
    self.sorts = sorts
  }

  /// Why a provider of a kind leaves a query to the others; nil when it doesn't
  func objection(to query: PhotoQuery, of kind: PhotoQuery.Kind) -> String? {
    let filters = query.filters
    if query.kind != kind {
      return kind == .search ? "can't list without words" : "can't search by words"
    }
    if filters.safety ?? .off != .off, case .none = safety { return "can't filter by safety" }
    if filters.orientation != nil, case .none = orientation {
      return "can't filter by orientation"
    }
    if let color = filters.color, !colors.contains(color) {
      return "can't filter by color" + (colors.isEmpty ? "" : " \(color.rawValue)")
    }
    if !sorts.contains(filters.sort) { return objection(to: filters.sort, of: kind) }
    return filters.licenses.isEmpty ? nil : objection(to: filters.licenses)
  }

  private func objection(to sort: PhotoFilters.Sort, of kind: PhotoQuery.Kind) -> String {
    if kind == .list { return "can't sort" }
    return switch sort {
    case .relevant: "can't sort by relevance"
    case .latest: "can't sort by date"
    case .popular: "can't sort by popularity"
    }
  }

  private func objection(to codes: [PhotoFilters.LicenseCode]) -> String? {
    switch licenses {
    case .asked(let licenses):
      licenses.contains { codes.admit($0) } ? nil : "none of its licences is asked for"
    // No other service has photos under the licence that a site made for its own.
    case .judged:
      codes.isPossible && !codes.areOfSites ? nil : "none of its licences is asked for"
    case .none: "can't filter by licence"
    case .all(let license):
      codes.admit(license)
        ? nil : "all its photos are under the \(license.name)"
    }
  }

  /// Those of the filters that each row is judged by
  func judged(of filters: PhotoFilters) -> RowFilter {
    var judged = RowFilter()
    if case .judged = orientation { judged.orientation = filters.orientation }
    if case .judged = licenses { judged.licenses = filters.licenses }
    judged.noAI = filters.noAI
    return judged
  }
}

/// The filters that an API lacks, judged by each photo's own data
///
/// A photo that doesn't say what it would be judged by doesn't pass: what is shown under a filter
/// fits it. One filter is an exception: hardly any service says whether a machine made a photo, so
/// those that don't say pass.
package struct RowFilter: Hashable, Sendable {
  package var orientation: PhotoFilters.Orientation?
  /// Every condition, and where codes are named, one of them; empty for all
  package var licenses: [PhotoFilters.LicenseCode]
  /// Whether what a machine made is left out
  package var noAI: Bool

  package init(
    orientation: PhotoFilters.Orientation? = nil, licenses: [PhotoFilters.LicenseCode] = [],
    noAI: Bool = false
  ) {
    self.orientation = orientation
    self.licenses = licenses
    self.noAI = noAI
  }

  /// The first of the filters that a photo doesn't pass, and whether it says what it is; nil when it
  /// passes them all
  package func reasonToLeaveOut(_ photo: Photo) -> LeftOut? {
    if !licenses.isEmpty {
      guard let license = photo.license else { return .unknown(.license) }
      if !licenses.admit(license) { return .misfit(.license) }
    }
    if noAI, photo.isAIGenerated == true { return .misfit(.origin) }
    if let orientation {
      guard let size = photo.size else { return .unknown(.orientation) }
      if PhotoFilters.Orientation(of: size) != orientation { return .misfit(.orientation) }
    }
    return nil
  }
}
