import Foundation
import Platform

/// Reads one photo of Flickr from three replies: its facts, its sizes, its exposure
extension Flickr {
  func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    let info = try root(of: answers.first)
    if let value = info["photo"], exclusionReason(for: value) == .video { throw video(native) }
    var photo = try reading { () throws(JSONProblem) in try self.photo(inInfo: info) }
    if let sizes = added(answers, at: 1)?["sizes"]?["size"]?.elements {
      let offered = FlickrRenditions(sizes: sizes)
      if !offered.renditions.isEmpty {
        photo.renditions = offered.renditions
        photo.size = info["photo"].flatMap(Self.originalSize) ?? offered.largest ?? photo.size
      }
    }
    photo.details?.camera = added(answers, at: 2)?["photo"].flatMap(camera)
    return photo
  }

  /// The JSON of an optional reply; nil if it didn't come or can't be read
  private func added(
    _ answers: [Result<WebReply, ProviderError>], at place: Int
  ) -> JSONValue? {
    answers.indices.contains(place) ? ifReadable { try root(of: answers[place]) } : nil
  }

  private func photo(inInfo info: JSONValue) throws(JSONProblem) -> Photo {
    let value = try info.object("photo")
    let owner = try value.object("owner")
    guard let nsid = owner["nsid"]?.string else { throw owner.problem("no nsid") }
    var photo = try photo(
      in: value, owner: nsid, name: owner["realname"]?.plainText ?? owner["username"]?.plainText)
    photo.title = content(value["title"])
    photo.description = content(value["description"])
    photo.likes = value["count_faves"]?.count
    photo.published = Self.date(value["dates"]?["posted"]) ?? Self.date(value["dateuploaded"])
    photo.taken = Self.taken(
      value["dates"]?["taken"], granularity: value["dates"]?["takengranularity"],
      isUnknown: value["dates"]?["takenunknown"])
    photo.tags =
      value["tags"]?["tag"]?.elements?.compactMap { tag in
        tag["raw"]?.folded ?? tag["_content"]?.folded
      } ?? []
    photo.details = PhotoDetails(
      place: value["location"].flatMap(place), views: value["views"]?.count)
    return photo
  }

  private func place(in location: JSONValue) -> PhotoPlace? {
    let (city, country) = (content(location["locality"]), content(location["country"]))
    let names = [city, content(location["region"]), country].compactMap(\.self)
    return PhotoPlace(
      name: names.isEmpty ? nil : names.joined(separator: ", "), city: city, country: country,
      latitude: location["latitude"]?.double, longitude: location["longitude"]?.double)
  }

  /// The text of a value, which is wrapped in an object here, but bare in a search
  private func content(_ value: JSONValue?) -> String? {
    PlainText.resolved(value?["_content"]?.string ?? value?.string)
  }

  /// - Parameter photo: the `photo` of flickr.photos.getExif
  private func camera(in photo: JSONValue) -> PhotoCamera? {
    let entries = photo["exif"]?.elements ?? []
    func text(_ name: String) -> String? {
      entries.lazy.filter { $0["tag"]?.string == name }
        .compactMap { PlainText.folded($0["raw"]?["_content"]?.text) }.first
    }
    // Focal lengths are in millimetres, so the unit is cut.
    let length = text("FocalLength").map {
      $0.ends(with: " mm") ? String($0.unicodeScalars.dropLast(3)) : $0
    }
    return PhotoCamera(
      make: text("Make"), model: text("Model") ?? photo["camera"]?.folded,
      exposureTime: text("ExposureTime"), aperture: text("FNumber"), focalLength: length,
      iso: text("ISO").flatMap { Int($0) })
  }
}
