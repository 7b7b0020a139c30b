package import Foundation
package import PhotoSearch

/// The filters and providers of the gallery as JSON for its page
package enum PageSetup {
  /// Writes the members of a filter, or of another option that the page offers
  ///
  /// - Parameters:
  ///   - name: its name for the page and the command line: `min-width`
  ///   - standard: what the user's settings make it; empty for none
  package static func write(
    _ label: FilterLabel, name: String, isSwitch: Bool, standard: String, to json: inout JSONWriter
  ) {
    json.member("name", name)
    json.member("title", label.title)
    json.member("isSwitch", isSwitch)
    json.member("none", label.none ?? "\(label.title): any")
    json.member("usual", label.usual)
    json.member("choices")
    json.list(label.choices) { json, choice in
      json.list([choice.value, choice.words]) { json, text in json.string(text) }
    }
    json.member("signs", label.signs)
    json.member("example", label.example)
    json.member("phrase", label.phrase ?? (label.example == nil ? "{}" : "\(label.title): {}"))
    json.member("unit", label.unit)
    json.member("standard", standard)
  }

  /// Writes the members of a provider
  ///
  /// - Parameters:
  ///   - reason: why it can't be asked yet; nil if it is ready
  ///   - quota: as the service last told it
  ///   - end: when the service answers again; nil if it answers now
  ///   - isOut: whether the service answers nothing for now, or had no requests left within the last
  ///     hour
  package static func write(
    _ profile: ProviderProfile, lacks reason: ProviderError.Reason?, quota: Quota?,
    until end: Date?, isOutOfQuota isOut: Bool, to json: inout JSONWriter
  ) {
    let lists = [ListSubject.Kind.author, .tag].filter { kind in
      ProviderCatalog.ids(listing: kind).contains(profile.id)
    }
    json.member("id", profile.id.rawValue)
    json.member("name", profile.name)
    json.member("ink", PageEntry.ink(of: profile.service))
    json.member("kind", profile.kind.rawValue)
    json.member("lists", lists.map(\.rawValue))
    json.member("lacks", reason.map { GalleryReason($0) }) { $1.write(&$0) }
    json.member("isInAll", profile.isInAll)
    json.member("until", end)
    json.member("quota", quota) { json, quota in
      json.member("remaining", quota.remaining)
      json.member("limit", quota.limit)
      json.member("period", quota.period)
    }
    json.member("isOutOfQuota", isOut)
    json.member("terms", profile.terms.absoluteString)
    json.member("notice", profile.display.notice)
  }
}

/// The values that each filter of a search can have, beside the others that are set, while a
/// provider remains that can answer
package struct PageOffers {
  private let filters: PhotoFilters
  private let able: (PhotoFilters) -> [ProviderID]

  /// - Parameter able: gives the providers that can answer with other filters
  package init(beside filters: PhotoFilters, able: @escaping (PhotoFilters) -> [ProviderID]) {
    self.filters = filters
    self.able = able
  }

  /// The filters without which a provider remains, by their names
  package var inTheWay: [String] {
    FilterLabel.filters.map(\.row).filter {
      $0.text(in: filters) != nil && !able(with($0, nil)).isEmpty
    }.map(\.name)
  }

  /// The names of the filters that may have left out photos, the one that left out most first
  package static func narrowing(_ filters: PhotoFilters, _ reports: [ProviderReport]) -> [String] {
    // The labels aren't needed for most searches.
    guard filters != PhotoFilters() else { return [] }
    let leftOut = LeftOutText(reports)
    return FilterLabel.filters.map(\.row).filter { $0.narrows && $0.text(in: filters) != nil }
      .sorted { leftOut.count(by: $0) > leftOut.count(by: $1) }.map(\.name)
  }

  /// The names of the providers that remain, the number of those that are asked, and for each
  /// filter how many remain with each of its values; an empty value stands for none
  package var line: String {
    JSONWriter.object(capacity: 4_096) { json in
      json.member("names", able(filters).map(ProviderCatalog.name))
      json.member("asked", able(PhotoFilters()).count)
      json.member("counts") { json in
        for (filter, label) in FilterLabel.filters {
          json.member(named: filter.name)
          json.object { json in
            for value in Self.values(of: filter, label) {
              json.member(named: value)
              json.number(able(with(filter, value.isEmpty ? nil : value)).count)
            }
          }
        }
      }
    }
  }

  /// The values to choose from, or an example of one that is typed; and none
  private static func values(of filter: FilterRow, _ label: FilterLabel) -> [String] {
    let choices = label.choices.map(\.value)
    return switch filter.values {
    case .flag: ["", "true"]
    case .text(_, let example) where choices.isEmpty: ["", example]
    default: [""] + choices
    }
  }

  /// The filters with another value of one of them
  private func with(_ filter: FilterRow, _ value: String?) -> PhotoFilters {
    var changed = filters.keeping { $0 != filter }
    if let value { _ = filter.set(&changed, to: value) }
    return changed
  }
}

/// Sends the text of a file to the page in pieces, each on a line: `{"text":"…"}`
package struct FilePieces {
  /// Bytes of the file per line
  private static let size = 60_000

  private let send: (String) async throws -> Void
  private var text = ""

  /// - Parameter send: sends a line
  package init(send: @escaping (String) async throws -> Void) { self.send = send }

  package mutating func add(_ more: String) async throws {
    text += more
    if text.utf8.count >= Self.size { try await sendText() }
  }

  /// Sends the last piece, and the end of the file
  package mutating func end() async throws {
    try await sendText()
    try await send(#"{"end":true}"#)
  }

  private mutating func sendText() async throws {
    let line = JSONWriter.object(capacity: Self.size * 2) { $0.member("text", text) }
    text = ""
    try await send(line)
  }
}
