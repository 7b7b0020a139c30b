extension SearchPosition {
  /// Plan, turn, sources, marks: the marks last, for they have no length of their own
  func encode(into writer: inout ByteWriter) {
    plan.encode(into: &writer)
    writer.write(varint: UInt64(turn))
    for source in sources { source.encode(into: &writer) }
    MarkCoding.encode(seen.marks, into: &writer)
  }

  /// nil for bytes that are no position
  init?(from reader: inout ByteReader) {
    guard let plan = SearchPlan(from: &reader), let turn = reader.readVarint(),
      turn <= UInt64(plan.providers.count)
    else { return nil }
    var sources: [SourcePosition] = []
    for _ in plan.providers {
      guard let source = SourcePosition(from: &reader) else { return nil }
      sources.append(source)
    }
    guard let marks = MarkCoding.decode(from: &reader) else { return nil }
    self.init(plan: plan, sources: sources, turn: Int(turn), seen: SeenPhotos(marks: marks))
  }
}

extension SourcePosition {
  fileprivate func encode(into writer: inout ByteWriter) {
    writer.write(page?.text ?? "")
    writer.write(varint: UInt64(offset))
    writer.write(byte: UInt8(clamping: emptyPages))
    writer.write(byte: end?.code ?? 0)
    if case .depthLimit(let limit) = end { writer.write(varint: UInt64(max(0, limit))) }
  }

  fileprivate init?(from reader: inout ByteReader) {
    guard let page = reader.readText(), let offset = reader.readVarint(), offset <= 1_000_000,
      let emptyPages = reader.readByte(), emptyPages <= 1, let code = reader.readByte()
    else { return nil }
    var end: EndReason?
    if code != 0 {
      let limit = code == EndReason.depthLimit(0).code ? reader.readVarint() : 0
      guard let limit, limit <= 1_000_000_000, let reason = EndReason(code, limit: Int(limit))
      else { return nil }
      end = reason
    }
    self.init(
      page: page.isEmpty ? nil : PageCursor(page), offset: Int(offset),
      emptyPages: Int(emptyPages), end: end)
  }
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
    switch code {
    case 1: self = .exhausted
    case 2: self = .depthLimit(limit)
    case 3: self = .repeats
    case 4: self = .recording
    default: return nil
    }
  }
}

extension SearchPlan {
  fileprivate func encode(into writer: inout ByteWriter) {
    writer.write(query.words ?? "")
    writer.write(order.rawValue)
    writer.write(query.filters.encoded)
    writer.write(varint: UInt64(providers.count))
    for provider in providers { writer.write(provider.rawValue) }
  }

  fileprivate init?(from reader: inout ByteReader) {
    guard let words = reader.readText(), let order = reader.readText(),
      let filters = reader.readText(), let count = reader.readVarint(),
      count <= UInt64(reader.remaining)
    else { return nil }
    var providers: [ProviderID] = []
    for _ in 0..<count {
      guard let id = reader.readText() else { return nil }
      providers.append(ProviderID(rawValue: id))
    }
    guard let order = MergeOrder(rawValue: order), let filters = PhotoFilters(encoded: filters),
      Set(providers).count == providers.count
    else { return nil }
    self.init(
      query: PhotoQuery(words: words.isEmpty ? nil : words, filters: filters),
      providers: providers, order: order)
  }
}

extension PhotoFilters {
  /// The values as they are typed, in a fixed order, empty where there is none
  fileprivate var encoded: String {
    [
      safety?.rawValue, orientation?.rawValue, licenses.map(\.rawValue).joined(separator: ","),
      color?.rawValue, sort == .relevant ? nil : sort.rawValue,
    ].map { $0 ?? "" }.joined(separator: ";")
  }

  fileprivate init?(encoded text: String) {
    let fields = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 5 else { return nil }
    let licenses = fields[2].split(separator: ",").map { LicenseCode(rawValue: String($0)) }
    self.init(
      safety: Safety(rawValue: fields[0]), orientation: Orientation(rawValue: fields[1]),
      licenses: licenses.compactMap(\.self), color: Color(rawValue: fields[3]),
      sort: Sort(rawValue: fields[4]) ?? .relevant)
    guard encoded == text else { return nil }
  }
}
