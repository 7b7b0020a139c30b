/// A place between two photos of a merged search
///
/// It depends on the plan and the photos shown, never on pages that were requested ahead.
struct SearchPosition: Hashable, Sendable {
  /// Query, providers and order
  let plan: SearchPlan
  /// A position for each provider of the plan
  var sources: [SourcePosition]
  /// Index of the provider whose turn it is in the interleaved order
  var turn: Int
  var seen: SeenPhotos

  /// The plan without providers that were left out on the way
  var remainingPlan: SearchPlan {
    var plan = plan
    plan.providers = zip(plan.providers, sources).filter { !$1.isLeftOut }.map(\.0)
    return plan
  }

  /// The cursor to continue with; nil if all providers are at their true end
  var cursor: SearchCursor? { sources.allSatisfy(\.isEnded) ? nil : SearchCursor(position: self) }
}

extension SearchPosition {
  /// - Parameter leftOut: ids of pictures that the search doesn't show
  init(startOf plan: SearchPlan, leavingOut leftOut: [PhotoID] = []) {
    self.init(
      plan: plan, sources: plan.providers.map { _ in SourcePosition() }, turn: 0,
      seen: SeenPhotos(of: plan.providers))
    for id in leftOut { seen.insert(id) }
  }
}

/// A position in one provider's list
struct SourcePosition: Hashable, Sendable {
  /// The page with the next row; nil for the first
  var page: PageCursor?
  /// Whether the page belongs to the second try, for some of the words
  var isSecondTry = false
  /// Rows of that page that were shown or dropped
  var offset = 0
  /// Pages without any row just before this one
  var emptyPages = 0
  /// Pages that the provider's turn has taken so far without a photo
  var turnPages = 0
  /// Why the provider has no more photos, once it is at its true end
  var end: EndReason?
  /// Whether the user left the provider out on the way; its photos stay marked as seen
  var isLeftOut = false

  var isEnded: Bool { end != nil || isLeftOut }
}

// MARK: - The position as bytes

extension SearchPosition {
  /// Writes plan, turn, sources and marks; the marks come last, as they have no stored length
  ///
  /// - Parameter version: of the cursor's form. Form 3 added whether the words are strict, and
  ///   whether they are sent as at the time of form 2, which is true of all older cursors. Form 4
  ///   added the photo that a list's photos are like. Form 5 added the providers that the user has
  ///   left out since the search began.
  func encode(into bytes: inout [UInt8], version: UInt8) {
    plan.encode(into: &bytes, version: version)
    bytes.append(varint: UInt64(turn))
    for source in sources { source.encode(into: &bytes) }
    MarkCoding.encode(seen.marks, into: &bytes)
  }

  /// Reads a position; nil for invalid bytes
  init?(from reader: inout ByteReader, version: UInt8) {
    guard let plan = SearchPlan(from: &reader, version: version), let turn = reader.readVarint(),
      turn < UInt64(plan.providers.count)
    else { return nil }
    var sources: [SourcePosition] = []
    for _ in plan.providers {
      guard let source = SourcePosition(from: &reader, version: version) else { return nil }
      sources.append(source)
    }
    guard let marks = MarkCoding.decode(from: &reader) else { return nil }
    self.init(
      plan: plan, sources: sources, turn: Int(turn),
      seen: SeenPhotos(of: plan.providers, marks: marks))
  }
}

extension SourcePosition {
  fileprivate func encode(into bytes: inout [UInt8]) {
    bytes.append(text: page?.text ?? "")
    bytes.append(varint: UInt64(offset))
    var flags = PositionFlags.turn(pages: turnPages)
    if emptyPages > 0 { flags.insert(.afterEmptyPage) }
    if isSecondTry { flags.insert(.secondTry) }
    if isLeftOut { flags.insert(.leftOut) }
    bytes.append(flags.rawValue)
    bytes.append(end?.code ?? 0)
    if case .depthLimit(let limit) = end { bytes.append(varint: UInt64(max(0, limit))) }
  }

  fileprivate init?(from reader: inout ByteReader, version: UInt8) {
    guard let page = reader.readText(), let offset = reader.readVarint(), offset <= 1_000_000,
      let flags = reader.readByte().map(PositionFlags.init(rawValue:)),
      flags.isSubset(of: PositionFlags.all(in: version)), let code = reader.readByte()
    else { return nil }
    var end: EndReason?
    if code != 0 {
      let limit = code == EndReason.depthLimit(0).code ? reader.readVarint() : 0
      guard let limit, limit <= 1_000_000_000, let reason = EndReason(code, limit: Int(limit))
      else { return nil }
      end = reason
    }
    self.init(
      page: page.isEmpty ? nil : PageCursor(page), isSecondTry: flags.contains(.secondTry),
      offset: Int(offset), emptyPages: flags.contains(.afterEmptyPage) ? 1 : 0,
      turnPages: flags.turnPages, end: end, isLeftOut: flags.contains(.leftOut))
  }
}

/// The small values of a position in one byte of the cursor: a number of two bits, and flags
private struct PositionFlags: OptionSet {
  let rawValue: UInt8

  static let afterEmptyPage = PositionFlags(rawValue: 1 << 0)
  static let secondTry = PositionFlags(rawValue: 1 << 3)
  static let leftOut = PositionFlags(rawValue: 1 << 4)

  /// The number of pages that a turn has taken. Two bits hold at most 3, as many as it may take, see
  /// ``MergeMachine/maxTurnPages``
  static func turn(pages: Int) -> PositionFlags {
    PositionFlags(rawValue: UInt8(min(pages, 3)) << 1)
  }

  /// All bits that a version of the cursor may have
  static func all(in version: UInt8) -> PositionFlags {
    let first: PositionFlags = [.afterEmptyPage, .turn(pages: 3), .secondTry]
    return version > 4 ? first.union(.leftOut) : first
  }

  var turnPages: Int { Int(intersection(.turn(pages: 3)).rawValue >> 1) }
}

extension EndReason {
  fileprivate var code: UInt8 {
    switch self {
    case .exhausted: 1
    case .depthLimit: 2
    case .repeats: 3
    case .recording: 4
    }
  }

  fileprivate init?(_ code: UInt8, limit: Int) {
    let all: [EndReason] = [.exhausted, .depthLimit(limit), .repeats, .recording]
    guard let reason = all.first(where: { $0.code == code }) else { return nil }
    self = reason
  }
}

extension SearchPlan {
  fileprivate func encode(into bytes: inout [UInt8], version: UInt8) {
    bytes.append(text: query.storedWords ?? "")
    if version > 2 { bytes.append(query.isOfVersion2 ? 2 : query.strictWords ? 1 : 0) }
    if version > 3 { bytes.append(text: query.similar?.description ?? "") }
    bytes.append(text: order.rawValue)
    query.filters.encode(into: &bytes)
    bytes.append(varint: UInt64(providers.count))
    for provider in providers { bytes.append(text: provider.rawValue) }
  }

  fileprivate init?(from reader: inout ByteReader, version: UInt8) {
    guard let words = reader.readText(),
      let strict = version > 2 ? reader.readByte() : words.isEmpty ? 0 : 2, strict <= 2,
      let similar = version > 3 ? reader.readText() : "", let order = reader.readText(),
      let filters = PhotoFilters(from: &reader), let count = reader.readVarint(), count > 0,
      count <= UInt64(reader.remaining)
    else { return nil }
    var providers: [ProviderID] = []
    for _ in 0..<count {
      guard let id = reader.readText() else { return nil }
      providers.append(ProviderID(rawValue: id))
    }
    guard let order = MergeOrder(rawValue: order), Set(providers).count == providers.count
    else { return nil }
    var query = PhotoQuery(words.isEmpty ? nil : words, filters: filters, strictWords: strict > 0)
    query.similar = PhotoID(similar)
    self.init(query: strict == 2 ? query.ofVersion2 : query, providers: providers, order: order)
  }
}

extension PhotoFilters {
  /// Writes how many filters are set, then the name and value of each as a user types them
  fileprivate func encode(into bytes: inout [UInt8]) {
    let values = FilterRow.all.compactMap { filter in
      filter.text(in: self).map { (filter.name, $0) }
    }
    bytes.append(varint: UInt64(values.count))
    for (name, value) in values {
      bytes.append(text: name)
      bytes.append(text: value)
    }
  }

  /// Reads filters; nil for invalid bytes
  fileprivate init?(from reader: inout ByteReader) {
    guard let count = reader.readVarint(), count <= UInt64(FilterRow.all.count) else { return nil }
    self.init()
    for _ in 0..<count {
      guard let name = reader.readText(), let value = reader.readText(),
        let filter = FilterRow.all.first(where: { $0.name == name }), filter.set(&self, to: value)
      else { return nil }
    }
  }
}
