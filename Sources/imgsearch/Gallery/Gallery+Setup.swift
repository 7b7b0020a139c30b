import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

extension Gallery {
  /// The answer to the page's first call: the providers and the filters
  ///
  /// - Throws: a failure with code 65 if config.json can't be used.
  var start: String {
    get throws {
      let defaults = try ConfigFile(in: console.folders.config).defaults()
      let quotas = QuotaFile(console.folders.quotas).notes
      return JSONWriter.object(capacity: 8_192) { json in
        json.objects("providers", session.providers) { json, provider in
          write(provider, quotas[provider.profile.service], to: &json)
        }
        json.member("count", options.count)
        json.objects("options", Self.filters) { json, filter in
          write(filter.label, filter.row, Self.standard(of: filter.row, in: defaults), to: &json)
        }
        json.member("purposes")
        json.list(FilterRow.purposes + [FilterRow.change]) { json, purpose in
          json.list([purpose.value, purpose.words, purpose.meaning]) { $0.string($1) }
        }
        json.member("captions", options.captions.rawValue)
        json.member("provider", Self.standard(of: OptionTable.provider.row, in: defaults))
      }
    }
  }

  /// Filters of a search, in the order of the gallery
  private static let filters = FilterRow.offered.flatMap { filter in
    [(row: OptionRow(filter, for: [.browse]), label: filter.label)]
      + (filter == .sort ? [(row: OptionTable.merge.row, label: merge)] : [])
      + (filter == .without ? [(row: OptionTable.strictWords.row, label: strictWords)] : [])
  }

  /// The page's names for what the command line calls `--ratio` and the like
  static let titles =
    filters.map { ($0.row.flag, $0.label.title) } + [(OptionTable.provider.row.flag, "Sources")]

  private static let strictWords = FilterLabel("Words exactly as typed")

  private static let merge = FilterLabel(
    "Mix", none: "Sources in turn", usual: MergeOrder.interleaved.rawValue,
    [("newest", "Newest of all first"), ("sequential", "One source after another")])

  private func write(
    _ label: FilterLabel, _ row: OptionRow, _ standard: String, to json: inout JSONWriter
  ) {
    json.member("name", row.name)
    json.member("title", label.title)
    json.member("isSwitch", !row.takesValue)
    json.member("none", label.none)
    json.member("usual", label.usual)
    json.member("choices")
    json.list(label.choices) { json, choice in
      json.list([choice.value, choice.words]) { json, text in json.string(text) }
    }
    json.member("signs", label.signs)
    json.member("example", label.example)
    json.member("phrase", label.phrase)
    json.member("unit", label.unit)
    json.member("standard", standard)
  }

  /// The setting of an option in config.json, as a user would type it; `true` for a switch; empty
  /// if not set
  private static func standard(of row: OptionRow, in defaults: [String: [String]]) -> String {
    guard let values = defaults[row.setting] else { return "" }
    return row.takesValue ? values.joined(separator: ",") : "true"
  }

  private func write(
    _ provider: any PhotoProvider, _ note: QuotaFile.Note?, to json: inout JSONWriter
  ) {
    let profile = provider.profile
    let note = session.recording == nil ? note : nil
    let lists = [ListSubject.Kind.author, .tag].filter { kind in
      ProviderCatalog.ids(listing: kind).contains(profile.id)
    }
    json.member("id", profile.id.rawValue)
    json.member("name", profile.name)
    json.member("ink", PageEntry.ink(of: profile.service))
    json.member("kind", profile.kind.rawValue)
    json.member("lists", lists.map(\.rawValue))
    json.member("lacks", lacks(profile).map { GalleryReason($0) }) { $1.write(&$0) }
    json.member("isInAll", profile.isInAll)
    json.member("until", note?.end(after: Date()))
    json.member("quota", note?.quota) { json, quota in
      json.member("remaining", quota.remaining)
      json.member("limit", quota.limit)
      json.member("period", quota.period)
    }
    json.member("isOutOfQuota", note.map(Self.isOutOfQuota) ?? false)
    json.member("terms", profile.terms.absoluteString)
    json.member("notice", profile.display.notice)
  }

  /// Whether a service answers nothing for now, or had no requests left within the last hour
  private static func isOutOfQuota(_ note: QuotaFile.Note) -> Bool {
    note.end(after: Date()) != nil
      || note.quota?.remaining == 0 && abs(note.seen.timeIntervalSinceNow) < 3_600
  }

  /// The reason why a provider can't be asked yet; nil if it is ready
  private func lacks(_ profile: ProviderProfile) -> ProviderError.Reason? {
    guard session.recording == nil, let key = profile.key,
      !session.keys.contains(key.variable)
    else { return nil }
    return key.missing
  }
}
