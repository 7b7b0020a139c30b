import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// The page's calls about searches and their photos
extension Gallery {
  /// Most photos of a batch, whatever the page asks for
  private static let maxPhotos = 200

  /// A batch of a search as a stream of events: photos as they arrive, the providers' states, and
  /// the end
  ///
  /// It is cancelled when the page leaves or starts another search, which cancels its requests too.
  /// The page continues it with the cursor in its end.
  ///
  /// - Parameters:
  ///   - count: how many photos; nil for as many as at the gallery's start
  ///   - isTyped: whether the words are still being typed
  func search(
    _ beginning: SearchBeginning, count: Int?, isTyped: Bool, to lines: GalleryCall.Lines
  ) async throws {
    var search: MergedSearch
    do {
      let count = min(max(count ?? options.count, 1), Self.maxPhotos)
      search = try await session.search(beginning, count: count, with: options.settings).0
    } catch {
      if case .new(let plan, _) = beginning { try await sendObjections(to: plan, to: lines) }
      throw error
    }
    // A search that is still being typed isn't worth a second request.
    search.secondTries = !isTyped
    let (words, filters) = (search.plan.query.words, search.plan.query.filters)
    var states = ProviderStates()
    states.recorded = { words.flatMap { session.recordedWords?.list(insteadOf: $0) } }
    var iterator = search.makeAsyncIterator()
    try await lines.send(states.line(iterator.reports) ?? "")
    let (marks, before) = alikes.marks(beginning.cursor?.description)
    var (list, shown) = (listing(marks), 0)
    while let event = await iterator.next() {
      // Other events are part of the states.
      if case .photo(let photo) = event {
        shown += 1
        await photoCache.store(filters, of: photo.id)
        let entry = await entry(
          photo, looksLike: list.lookAlike(of: photo, number: before + shown),
          isFavorite: list.isFavorite(photo))
        try await lines.send("{\"photo\":\(entry)}")
      }
      if let line = states.line(iterator.reports) { try await lines.send(line) }
    }
    try Task.checkCancellation()
    if let line = states.line(iterator.reports, isEnd: true) { try await lines.send(line) }
    let next = iterator.cursor?.description
    if let next { alikes.store(list.marks, count: before + shown, as: next) }
    let drop = PageOffers.narrowing(filters, iterator.reports)
    try await lines.send(ProviderStates.ways(dropping: drop, search.plan.query, session.providers))
    try await lines.send(ProviderStates.end(shown: shown, next: next, iterator.reports))
  }

  /// Tells the page each provider's reason if none can do what is asked
  private func sendObjections(to plan: SearchPlan, to lines: GalleryCall.Lines) async throws {
    var states = ProviderStates()
    let skipped = try session.selection.objections(to: plan).map {
      ProviderReport(id: $0.id, status: .skipped($0.text))
    }
    guard let line = states.line(skipped) else { return }
    try await lines.send(line)
    let drop = try offers(for: plan).inTheWay
    try await lines.send(ProviderStates.ways(dropping: drop, plan.query, session.providers))
  }

  /// The values that each filter can have beside the others of a plan
  ///
  /// - Throws: a usage failure.
  func offers(for plan: SearchPlan) throws -> PageOffers {
    PageOffers(beside: plan.query.filters, able: try session.selection.able(of: plan))
  }

  /// The photos of a list that the page had before it was loaded again, and which of them are
  /// favorites now; no service is asked
  ///
  /// - Throws: a usage failure if one of them is no longer kept.
  func photos(_ ids: [PhotoID]) async throws -> String {
    let names = Set(
      try await database.reading { try $0?.favoriteNames(limit: Gallery.maxNamed) ?? [] })
    var entries: [String] = []
    for id in ids {
      guard let photo = await photoCache.photo(id) else {
        throw CommandFailure.usage("the gallery no longer has all photos of this list")
      }
      entries.append(await entry(photo, isFavorite: names.contains(id.description)))
    }
    return JSONWriter.object(capacity: 4_096) { json in
      json.member("favorites", ids.map(\.description).filter(names.contains))
      json.member("photos", written: "[\(entries.joined(separator: ","))]")
    }
  }

  /// A photo with its details as its service tells them now, or as it was stored if that fails
  func photo(_ id: PhotoID) async throws -> String {
    let (photo, fault) = try await session.photos.photoOrStored(reference(to: id), .current)
    // A photo that the recording lacks isn't a failure to report.
    let why = session.source.isLive ? fault.map { ErrorText.line($0, for: .page) } : nil
    let entry = await entry(photo, isFavorite: session.photos.openLookup().isFavorite(photo))
    return JSONWriter.object(capacity: 4_096) { json in
      json.member("entry", written: entry)
      json.member("why", why.map { SafeText.line($0) })
    }
  }
}

extension Gallery {
  /// The answer to the page's first call: the providers and the filters
  ///
  /// - Throws: a failure with code 65 if config.json can't be used.
  var start: String {
    get throws {
      let defaults = try ConfigFile(in: session.console.folders.config).defaults()
      let quotas = QuotaFile(session.console.folders.quotas).reports
      return JSONWriter.object(capacity: 8_192) { json in
        json.objects("providers", session.providers) { json, provider in
          let profile = provider.profile
          let isLive = session.source.isLive
          let lacks =
            isLive ? profile.key.flatMap { session.source.hasKey($0) ? nil : $0.missing } : nil
          let report = isLive ? quotas[profile.service] : nil
          let end = report?.end(after: Date())
          let isRecent = abs(report?.seen.timeIntervalSinceNow ?? .infinity) < 3_600
          PageSetup.write(
            profile, lacks: lacks, quota: report?.quota, until: end,
            isOutOfQuota: end != nil || report?.quota?.remaining == 0 && isRecent, to: &json)
        }
        json.member("count", options.count)
        json.objects("options", Self.filters) { json, filter in
          PageSetup.write(
            filter.label, name: filter.row.name, isSwitch: !filter.row.takesValue,
            standard: Self.standard(of: filter.row, in: defaults), to: &json)
        }
        json.member("purposes")
        json.list(FilterLabel.purposes + [FilterLabel.change]) { json, purpose in
          json.list([purpose.value, purpose.words, purpose.meaning]) { $0.string($1) }
        }
        json.member("captions", options.captions.rawValue)
        json.member("provider", Self.standard(of: OptionTable.provider.row, in: defaults))
      }
    }
  }

  /// Filters of a search, in the order of the gallery
  static let filters = FilterLabel.filters.flatMap { filter, label in
    [(row: OptionRow(filter), label: label)]
      + (filter == .sort ? [(row: OptionTable.merge.row, label: .merge)] : [])
      + (filter == .without ? [(row: OptionTable.strictWords.row, label: .strictWords)] : [])
  }

  /// The page's names for options, by the command line's: `Ratio` for `ratio`
  fileprivate static let titles = Dictionary(
    uniqueKeysWithValues: filters.map { ($0.row.name, $0.label.title) }
      + [(OptionTable.provider.row.name, "Sources")])

  /// The setting of an option in config.json, as a user would type it; `true` for a switch; empty
  /// if not set
  private static func standard(of row: OptionRow, in defaults: [String: [String]]) -> String {
    guard let values = defaults[row.setting] else { return "" }
    return row.takesValue ? values.joined(separator: ",") : "true"
  }
}

extension Reader {
  /// The person who looks at the page, which shows titles for some options
  static let page = Reader(at: .page) { Gallery.titles[$0].map { "“\($0)”" } ?? "--\($0)" }
}
