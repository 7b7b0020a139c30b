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

  /// Writes the members of a provider
  ///
  /// - Parameters:
  ///   - reason: why it can't be asked yet; nil if it is ready
  ///   - quota: as the service last told it
  ///   - end: when the service answers again; nil if it answers now
  ///   - isOut: whether nothing is left of the quota
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
