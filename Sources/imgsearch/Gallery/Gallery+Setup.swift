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
          let profile = provider.profile
          let note = session.recording == nil ? quotas[profile.service] : nil
          PageSetup.write(
            profile, lacks: lacks(profile), quota: note?.quota, until: note?.end(after: Date()),
            isOutOfQuota: note.map(Self.isOutOfQuota) ?? false, to: &json)
        }
        json.member("count", options.count)
        json.objects("options", Self.filters) { json, filter in
          PageSetup.write(
            filter.label, name: filter.row.name, isSwitch: !filter.row.takesValue,
            standard: Self.standard(of: filter.row, in: defaults), to: &json)
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

  /// The setting of an option in config.json, as a user would type it; `true` for a switch; empty
  /// if not set
  private static func standard(of row: OptionRow, in defaults: [String: [String]]) -> String {
    guard let values = defaults[row.setting] else { return "" }
    return row.takesValue ? values.joined(separator: ",") : "true"
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

/// The values that each filter of a search can have, beside the others that are set, while a
/// provider remains that can answer
struct GalleryOffers {
  private let filters: PhotoFilters
  private let able: (PhotoFilters) -> [ProviderID]

  init(of plan: SearchPlan, _ session: Session) throws {
    filters = plan.query.filters
    able = try session.able(of: plan)
  }

  /// The filters without which a provider remains, by their names
  var inTheWay: [String] {
    FilterRow.offered.filter {
      $0.text(in: filters) != nil && !able(with($0, nil)).isEmpty
    }.map(\.name)
  }

  /// The names of the providers that remain, the number of those that are asked, and for each
  /// filter how many remain with each of its values; an empty value stands for none
  var line: String {
    JSONWriter.object(capacity: 4_096) { json in
      json.member("names", able(filters).map(ProviderCatalog.name))
      json.member("asked", able(PhotoFilters()).count)
      json.member("counts") { json in
        for filter in FilterRow.offered {
          json.member(named: filter.name)
          json.object { json in
            for value in values(of: filter) {
              json.member(named: value)
              json.number(able(with(filter, value.isEmpty ? nil : value)).count)
            }
          }
        }
      }
    }
  }

  /// The values to choose from, or an example of one that is typed; and none
  private func values(of filter: FilterRow) -> [String] {
    let choices = filter.label.choices.map(\.value)
    return switch filter.values {
    case .flag: ["", "true"]
    case .text(_, let example) where choices.isEmpty: ["", example]
    default: [""] + choices
    }
  }

  /// The filters with another value of one of them
  private func with(_ filter: FilterRow, _ value: String?) -> PhotoFilters {
    var changed = PhotoFilters()
    for other in FilterRow.all {
      guard let text = other == filter ? value : other.text(in: filters) else { continue }
      _ = other.set(&changed, to: text)
    }
    return changed
  }
}
