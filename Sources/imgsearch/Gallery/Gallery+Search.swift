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
  func search(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    var states = ProviderStates()
    var search: MergedSearch
    do {
      search = try await makeSearch(call)
    } catch {
      // If no provider can do what is asked, the page shows each one's reason.
      let isNew = call["cursor"] == nil && call["id"] == nil
      let skipped = try isNew ? session.objections(to: plan(call)) : []
      if !skipped.isEmpty,
        let line = states.line(
          skipped.map { ProviderReport(id: $0.id, status: .skipped($0.reason)) })
      {
        try await lines.send(line)
        let plan = try plan(call)
        let offers = try GalleryOffers(of: plan, session)
        try await lines.send(ways(dropping: offers.inTheWay, plan.query))
      }
      throw error
    }
    // A search that is still being typed isn't worth a second request.
    search.secondTries = call["typed"]?.bool != true
    let (words, filters) = (search.plan.query.words, search.plan.query.filters)
    states.recorded = { session.recordedInstead(of: words) }
    var iterator = search.makeAsyncIterator()
    try await lines.send(states.line(iterator.reports) ?? "")
    let (marks, before) = alikes.marks(call["cursor"]?.string)
    var (known, shown) = (listing(marks), 0)
    while let event = await iterator.next() {
      // Other events are part of the states.
      if case .photo(let photo) = event {
        shown += 1
        let number = before + shown
        let entry = await entry(
          photo, looksLike: known.original(of: photo, number: number),
          isFavorite: known.isFavorite(photo), foundBy: filters)
        try await lines.send("{\"photo\":\(entry)}")
      }
      if let line = states.line(iterator.reports) { try await lines.send(line) }
    }
    try Task.checkCancellation()
    if let line = states.line(iterator.reports, isEnd: true) { try await lines.send(line) }
    let next = iterator.cursor?.description
    if let next { alikes.keep(marks, count: before + shown, as: next) }
    let drop = Self.drop(iterator.reports, filters)
    try await lines.send(ways(dropping: drop, search.plan.query))
    try await lines.send(Self.end(shown: shown, next: next, iterator.reports))
  }

  /// Ways out where a search finds nothing: filters to drop, and by their ids why providers can't
  /// do what it asks: `{"drop":["color"],"unable":{"flickr":"can't filter by color"}}`
  private func ways(dropping filters: [String], _ query: PhotoQuery) -> String {
    let unable = session.providers.compactMap { one in
      one.objection(to: query).map { (name: one.id.rawValue, value: $0) }
    }
    return JSONWriter.object { json in
      json.member("drop", filters)
      json.member("unable", unable)
    }
  }

  /// - Parameter call: words and options, a photo whose likes are searched for, or a cursor
  private func makeSearch(_ call: JSONValue) async throws -> MergedSearch {
    let count = min(max(call["count"]?.integer ?? options.count, 1), Self.maxPhotos)
    let manner = options.manner
    if call["id"] != nil {
      let named = try await self.photo(namedBy: call)
      let similar = try await session.similar(to: named, plan(call))
      return try session.search(
        similar.plan, count: count, leavingOut: similar.leftOut, in: manner)
    }
    guard let token = call["cursor"]?.string else {
      return try session.search(
        try plan(call), count: count, in: manner)
    }
    return try session.search(continuing: try SearchCursor(token), count: count, in: manner)
  }

  private static func end(
    shown: Int, next: String?, _ reports: [ProviderReport]
  ) -> String {
    JSONWriter.object(capacity: 1_024) { json in
      json.member("end") { json in
        json.member("next", next)
        json.member("shown", shown)
        json.member(
          "leftOut", reports.reduce(0) { $0 + $1.excluded.values.reduce(0, +) })
        json.member("stopped", reports.contains(where: \.reachedRequestLimit))
      }
    }
  }

  /// The filters that may leave out photos, the one that left out most first
  private static func drop(_ reports: [ProviderReport], _ filters: PhotoFilters) -> [String] {
    var misfits: [String: Int] = [:]
    for (reason, count) in reports.flatMap(\.excluded) {
      if case .misfit(let name) = reason { misfits[name, default: 0] += count }
      if case .unknown(let name) = reason { misfits[name, default: 0] += count }
    }
    return FilterRow.offered.filter { $0.narrows && $0.text(in: filters) != nil }.map(\.name)
      .sorted { misfits[$0, default: 0] > misfits[$1, default: 0] }
  }

  /// The photos of a list that the page had before it was loaded again, as they were, and which of
  /// them are favorites now; no service is asked
  ///
  /// - Throws: a usage failure if one of them is no longer kept.
  func photos(_ call: JSONValue) async throws -> String {
    let ids = call["ids"]?.elements?.compactMap { $0.string.flatMap { PhotoID($0) } } ?? []
    guard let entries = await photos.entries(of: ids) else {
      throw CommandFailure.usage("the gallery no longer has all photos of this list")
    }
    let names = Set(
      try await database.reading { try $0?.favoriteNames(limit: Gallery.maxNamed) ?? [] })
    return JSONWriter.object(capacity: 4_096) { json in
      json.member("favorites", ids.map(\.description).filter(names.contains))
      json.member("photos", written: "[\(entries.joined(separator: ","))]")
    }
  }

  /// A photo with its details as its service tells them now, or as it was stored if that fails
  func photo(_ call: JSONValue) async throws -> String {
    let named = try await self.photo(namedBy: call)
    var why: String?
    let photo: Photo
    do { photo = try await session.refreshed(named) } catch let failure as CommandFailure {
      guard let seen = named.photo else { throw failure }
      photo = session.lastSeen(seen)
      // A photo that the recording lacks isn't a failure to report.
      if session.recording == nil { why = failure.message }
    }
    let entry = await entry(photo, isFavorite: lookup.isFavorite(photo))
    return JSONWriter.object(capacity: 4_096) { json in
      json.member("entry", written: entry)
      json.member("why", why.map { SafeText.line($0) })
    }
  }
}
