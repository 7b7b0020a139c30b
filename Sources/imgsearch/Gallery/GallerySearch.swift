import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// A batch of a search as a stream of events: photos as they arrive, the providers' states, and the
/// end
///
/// It is cancelled when the page leaves or starts another search, which cancels its requests too.
/// The page continues it with the cursor in its end. A list that the page has named is kept, so that
/// a page that is loaded again is sent it without a request.
struct GallerySearch {
  /// Most photos of a batch, whatever the page asks for
  private static let maxPhotos = 200

  let gallery: Gallery

  func run(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    var states = ProviderStates()
    var search: MergedSearch
    do {
      search = try await makeSearch(call)
    } catch {
      // If no provider can do what is asked, the page shows each one's reason.
      let skipped = try Self.skipped(call, gallery)
      if !skipped.isEmpty, let line = states.line(skipped) { try await lines.send(line) }
      throw error
    }
    // Whoever still types is on the way to other words.
    search.secondTries = call["typed"]?.bool != true
    let (words, filters) = (search.plan.query.words, search.plan.query.filters)
    states.recorded = { gallery.session.recordedInstead(of: words) }
    var iterator = search.makeAsyncIterator()
    try await lines.send(states.line(iterator.reports) ?? "")
    let (marks, before) = gallery.alikes.marks(call["cursor"]?.string)
    var (known, batch) = (gallery.listing(marks), [KeptLists.Member]())
    while let event = await iterator.next() {
      switch event {
      case .photo(let photo):
        let number = before + batch.count + 1
        let original = known.original(of: photo, number: number)
        batch.append((photo, original))
        let entry = await gallery.entry(
          photo, looksLike: original, isFavorite: known.isFavorite(photo), foundBy: filters)
        try await lines.send("{\"photo\":\(entry)}")
      // These events are part of the states.
      case .late, .failed, .ended, .skipped: break
      }
      if let line = states.line(iterator.reports) { try await lines.send(line) }
    }
    try Task.checkCancellation()
    let told = states.line(iterator.reports, isEnd: true) ?? ""
    try await lines.send(told)
    let next = iterator.cursor?.description
    if let next { gallery.alikes.keep(marks, count: before + batch.count, as: next) }
    let end = Self.end(shown: batch.count, next: next, iterator.reports)
    if let name = call["list"]?.string {
      gallery.lists.keep(
        batch, of: name, from: call["cursor"]?.string,
        KeptLists.State(filters: filters, next: next, lines: [told, end]))
    }
    try await lines.send(end)
  }

  /// A list as far as pages were given it, with the states and the end of its last batch; nothing if
  /// it isn't kept
  func list(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    guard let (members, state) = gallery.lists.list(call["list"]?.string ?? "") else { return }
    var known = gallery.listing()
    for (photo, original) in members {
      let entry = await gallery.entry(
        photo, looksLike: original, isFavorite: known.isFavorite(photo), foundBy: state.filters)
      try await lines.send("{\"photo\":\(entry)}")
    }
    for line in state.lines { try await lines.send(line) }
  }

  private func makeSearch(_ call: JSONValue) async throws -> MergedSearch {
    let count = min(max(call["count"]?.integer ?? gallery.options.count, 1), Self.maxPhotos)
    let manner = gallery.options.manner
    if call["id"] != nil {
      let named = try await gallery.photo(namedBy: call)
      let (plan, known, _) = try await gallery.session.plan(like: named, in: gallery.plan(call))
      return try gallery.session.search(
        plan, count: count, leavingOut: known, in: manner, lacking: { _ in })
    }
    guard let token = call["cursor"]?.string else {
      return try gallery.session.search(
        try gallery.plan(call), count: count, in: manner, lacking: { _ in })
    }
    return try gallery.session.search(continuing: try SearchCursor(token), count: count, in: manner)
  }

  private static func skipped(
    _ call: JSONValue, _ gallery: Gallery
  ) throws -> [ProviderReport] {
    guard call["cursor"] == nil, call["id"] == nil else { return [] }
    return try gallery.session.objections(to: gallery.plan(call))
      .map { ProviderReport(id: $0.id, status: .skipped($0.reason)) }
  }

  private static func end(shown: Int, next: String?, _ reports: [ProviderReport]) -> String {
    JSONWriter.object(capacity: 1_024) { json in
      json.member("end") { json in
        json.member("next", next)
        json.member("shown", shown)
        let excluded = reports.flatMap(\.excluded)
        json.member("leftOut", excluded.reduce(0) { $0 + $1.value })
        // How many photos each filter left out
        let judged = excluded.compactMap { one in one.key.filter.map { ($0, one.value) } }
        json.member("leftOutBy") { json in
          for (filter, count) in Dictionary(judged, uniquingKeysWith: +).sorted(by: { $0 < $1 }) {
            json.member(named: filter)
            json.number(count)
          }
        }
        json.member("stopped", reports.contains(where: \.reachedRequestLimit))
      }
    }
  }

  /// A photo with its details as its service tells them now, or as it was stored if that fails
  func photo(_ call: JSONValue) async throws -> String {
    let named = try await gallery.photo(namedBy: call)
    var why: String?
    let photo: Photo
    do { photo = try await gallery.session.refreshed(named) } catch let failure as CommandFailure {
      guard let seen = named.photo else { throw failure }
      photo = seen.current
      // A photo that the recording lacks isn't a failure to report.
      if gallery.session.recording == nil { why = failure.message }
    }
    let entry = await gallery.entry(photo, isFavorite: gallery.lookup.isFavorite(photo))
    return JSONWriter.object(capacity: 4_096) { json in
      json.member("entry", written: entry)
      json.member("why", why.map { SafeText.line($0) })
    }
  }
}
