import Foundation
import PhotoSearch

/// A service's answers to a topic's words: all of its photos, and those that filters leave
struct FirstService {
  let provider: ProviderID
  /// Those that have to be asked for
  let pages: [[Row]]
  let exchanges: [Exchange]
  /// A reply with some rows, as if that were all there is
  let reply: ([Row]) -> Exchange

  /// What somebody tries who has just read the README
  private static func filters(for words: String) -> [PhotoFilters] {
    let all = [PhotoFilters(orientation: .landscape), PhotoFilters(licenses: [.commercial])]
    return switch words {
    case "kittens": all + [PhotoFilters(color: .blue), PhotoFilters(sort: .latest)]
    case "harbor": all + [PhotoFilters(color: .blue), PhotoFilters(licenses: [.by])]
    default:
      all + [
        PhotoFilters(
          licenses: [.commercial], minMegapixels: 4, ratio: PixelSize(width: 16, height: 9))
      ]
    }
  }

  /// - Parameter photos: at least one
  init(_ photos: [any SampleRow], _ words: String) {
    let kind = type(of: photos[0])
    let rows = zip(photos.ranked(), photos.map(\.subject)).map { (row: $0, subject: $1) }
    // SearXNG alone doesn't say which page is the last.
    let ends = (kind == SearXNGRow.self ? [2, 3] : []).map { kind.answer(words, page: $0, []) }
    reply = { kind.answer(words, $0) }
    provider = kind.provider
    pages = [rows.map(\.row)] + ends.map { _ in [] }
    let plain = reply(pages[0])
    var exchanges = [plain] + ends
    var asked: Set<String> = [plain.target.url]
    for filters in Self.filters(for: words) {
      guard let request = FilteredRequest(provider, words, filters),
        let target = request.target(after: plain.target), asked.insert(target.url).inserted
      else { continue }
      exchanges.append(Exchange(target, reply(request.left(of: rows, reply: reply)).reply))
    }
    self.exchanges = exchanges
  }
}

extension FirstService {
  /// The program's provider
  var asked: any PhotoProvider {
    guard let asked = FilteredRequest.providers.first(where: { $0.id == provider }) else {
      preconditionFailure("there is no provider \(provider)")
    }
    return asked
  }

  /// The photos of its first page, a row each
  var photos: [Photo] {
    pages[0].map { row in
      guard let photo = asked.photo(in: reply([row]), for: PhotoQuery("any")) else {
        preconditionFailure("\(provider): no photo")
      }
      return photo
    }
  }
}

extension PhotoProvider {
  /// The first photo of a reply
  fileprivate func photo(in exchange: Exchange, for query: PhotoQuery) -> Photo? {
    let reply = WebReply(status: 200, body: Data((exchange.reply.body ?? "").utf8))
    do { return try page(from: reply, for: query, at: nil).photos.first } catch {
      preconditionFailure("\(id): \(error)")
    }
  }
}

/// A search with filters, as the program asks a service
private struct FilteredRequest {
  static let providers = ProviderCatalog.providers { _ in "unused key" }

  private let provider: any PhotoProvider
  private let plain: PhotoQuery
  private let query: PhotoQuery

  /// nil for a service that isn't asked this
  init?(_ id: ProviderID, _ words: String, _ filters: PhotoFilters) {
    guard let provider = Self.providers.first(where: { $0.id == id }) else { return nil }
    self.provider = provider
    plain = PhotoQuery(words)
    query = PhotoQuery(words, filters: filters)
    guard provider.objection(to: query) == nil else { return nil }
  }

  /// What is asked without filters, with the parameters that filters change; nil where it is the
  /// same
  func target(after target: Target) -> Target? {
    let old = items(of: plain)
    let new = items(of: query)
    let names = new.filter { item in !old.contains { $0 == item } }.map(\.name)
    guard !names.isEmpty else { return nil }
    // Of a parameter that is repeated, nothing may be left out.
    var changed = new.filter { names.contains($0.name) }
    let kept = target.items.map { item -> (String, String?) in
      guard let index = changed.firstIndex(where: { $0.name == item.name }) else {
        return (item.name, item.value)
      }
      let new = changed.remove(at: index)
      return (new.name, new.value)
    }
    return Target(target.base, kept + changed.map { ($0.name, $0.value) })
  }

  /// The rows that pass the filters, in the order asked for
  func left(
    of rows: [(row: Row, subject: Subject)], reply: ([Row]) -> Exchange
  ) -> [Row] {
    let filters = query.filters
    let photos = rows.compactMap { row, subject in
      provider.photo(in: reply([row]), for: plain).map { photo in
        // A service may know a size that its rows don't tell.
        var photo = photo
        photo.size = photo.size ?? PixelSize(width: subject.width, height: subject.height)
        return (row: row, subject: subject, photo: photo)
      }
    }
    let left = photos.filter { one in
      if let color = filters.color, !FirstShade.isShade(one.subject.color, of: color) {
        return false
      }
      return FilterRow.all.allSatisfy { filter in
        filter.text(in: filters) == nil
          || filter.exclusionReason(for: one.photo, by: filters) == nil
      }
    }
    guard filters.sort == .latest else { return left.map(\.row) }
    return left.sorted { $0.subject.posted > $1.subject.posted }.map(\.row)
  }

  private func items(of query: PhotoQuery) -> [(name: String, value: String)] {
    do {
      let url = try provider.request(for: query, at: nil).url
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
      return items.map { ($0.name, $0.value ?? "") }
    } catch { preconditionFailure("\(provider.id): \(error)") }
  }
}
