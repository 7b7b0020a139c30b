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
        json.string(row.meaning)
        json.raw(",\"values\":")
        json.list(row.values) { json, value in json.string(value) }
        json.raw(",\"isSwitch\":")
        json.bool(!row.takesValue)
        json.raw(",\"standard\":")
        json.string((defaults[row.setting] ?? []).joined(separator: ","))
        json.raw("}")
      }
      json.raw(",\"folder\":")
      json.string(SafeText.line(gallery.options.folder.standardizedFileURL.path))
      json.raw(",\"replay\":")
      json.bool(gallery.session.recording != nil)
      json.raw(",\"version\":")
      json.string(UserAgent.version)
      json.raw("}")
      return json.text
    }
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
    json.raw(",\"service\":")
    json.string(profile.service)
    json.raw(",\"kind\":")
    json.string(profile.kind == .search ? "search" : "list")
    json.raw(",\"isReady\":")
    json.bool(isReady)
    json.raw(",\"isInAll\":")
    json.bool(profile.isInAll)
    json.raw(",\"lacks\":")
    json.string(isReady ? nil : profile.key?.variable)
    json.raw(",\"says\":")
    json.string(gallery.session.recording == nil ? note?.quota.words : nil)
    json.raw(",\"terms\":")
    json.string(profile.terms.absoluteString)
    json.raw("}")
  }

  private func isReady(_ profile: ProviderProfile) -> Bool {
    guard gallery.session.recording == nil, let key = profile.key else { return true }
    return gallery.session.keys.contains(key.variable)
  }

  /// Services that would answer with a key; nil when none is missing
  private var missing: String? {
    var names: [String] = []
    for profile in gallery.session.providers.map(\.profile) where !isReady(profile) {
      if !names.contains(profile.site) { names.append(profile.site) }
    }
    guard let last = names.popLast() else { return nil }
    let first = names.isEmpty ? "" : names.joined(separator: ", ") + " or "
    return "More photos with a key of \(first)\(last): imgsearch keys"
  }
}
