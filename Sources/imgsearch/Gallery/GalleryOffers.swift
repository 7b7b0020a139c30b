import PhotoSearch

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
