import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// What the page is told first: the providers, the filters, where pictures are saved
struct GalleryStart {
  let gallery: Gallery

  /// - Throws: a failure with code 65 for a config.json that can't be used.
  var line: String {
    get throws {
      let defaults = try ConfigFile(in: gallery.console.folders.config).defaults()
      let quotas = QuotaFile(gallery.console.folders.quotas).notes
      var json = JSONWriter(capacity: 8_192)
      json.raw("{\"providers\":")
      json.list(gallery.session.providers) { json, provider in
        write(provider, quotas[provider.profile.service], to: &json)
      }
      json.raw(",\"missing\":")
      json.string(missing)
      json.raw(",\"options\":")
      json.list(Gallery.options.filter { $0.name != OptionTable.provider.row.name }) { json, row in
        json.raw("{\"name\":")
        json.string(row.name)
        json.raw(",\"label\":")
        // What `--color` says of the terminal is nothing for a page.
        json.string(String(row.meaning.parts(at: ";")[0]))
        json.raw(",\"values\":")
        json.list(row.values) { json, value in json.string(value) }
        json.raw(",\"isSwitch\":")
        json.bool(!row.takesValue)
        json.raw(",\"standard\":")
        json.string(Self.standard(of: row, in: defaults))
        json.raw("}")
      }
      json.raw(",\"provider\":")
      json.string(Self.standard(of: OptionTable.provider.row, in: defaults))
      json.raw("}")
      return json.text
    }
  }

  /// What config.json has for an option, as it would be typed; of a switch `true`; empty for none
  private static func standard(of row: OptionRow, in defaults: [String: [String]]) -> String {
    guard let values = defaults[row.setting] else { return "" }
    return row.takesValue ? values.joined(separator: ",") : "true"
  }

  private func write(
    _ provider: any PhotoProvider, _ note: QuotaFile.Note?, to json: inout JSONWriter
  ) {
    let profile = provider.profile
    let isReady = isReady(profile)
    json.raw("{\"id\":")
    json.string(profile.id.rawValue)
    json.raw(",\"name\":")
    json.string(profile.name)
    json.raw(",\"ink\":")
    json.string(PageEntry.ink(of: profile.service))
    json.raw(",\"kind\":")
    json.string(profile.kind == .search ? "search" : "list")
    json.raw(",\"isReady\":")
    json.bool(isReady)
    json.raw(",\"isInAll\":")
    json.bool(profile.isInAll)
    let note = gallery.session.recording == nil ? note : nil
    json.raw(",\"says\":")
    json.string(note?.quota.words)
    json.raw(",\"isOutOfQuota\":")
    json.bool(note.map(Self.isOutOfQuota) ?? false)
    json.raw(",\"terms\":")
    json.string(profile.terms.absoluteString)
    json.raw("}")
  }

  /// Whether nothing was left when the service last said so, which is believed for an hour
  private static func isOutOfQuota(_ note: QuotaFile.Note) -> Bool {
    note.quota.remaining == 0 && abs(note.seen.timeIntervalSinceNow) < 3_600
  }

  private func isReady(_ profile: ProviderProfile) -> Bool {
    guard gallery.session.recording == nil, let key = profile.key else { return true }
    return gallery.session.keys.contains(key.variable)
  }

  /// What more photos would take; nil when nothing is missing
  private var missing: String? {
    var names: [String] = []
    for profile in gallery.session.providers.map(\.profile) where profile.isInAll {
      if !isReady(profile), !names.contains(profile.site) { names.append(profile.site) }
    }
    return KeysHint.words(for: names).map { "More photos with \($0) in a terminal tells how" }
  }
}
