import Foundation
import Platform

extension ProviderID {
  /// iNaturalist
  public static let iNaturalist = ProviderID(rawValue: "inaturalist")
}

/// iNaturalist, where people post plants and animals that they have seen: GET /v1/observations
///
/// Source: api.inaturalist.org/v1/docs. It needs no key and gives 50 pages of at most 200
/// observations, each of which may have several photos with licences of their own.
struct INaturalist: JSONPhotoProvider {
  static let profile = ProviderProfile(
    id: .iNaturalist, name: "iNaturalist", service: "inaturalist", kind: .search, isInAll: false,
    key: nil, terms: address("https://www.inaturalist.org/pages/terms"),
    secureHosts: ["inaturalist.org", "inaturalist-open-data.s3.amazonaws.com"],
    collecting: .allowed(
      source: address("https://www.inaturalist.org/pages/api+recommended+practices")),
    wantsAllWords: true)
  /// The API asks for at most 60 requests a minute
  static let api = APIDescription(
    defaultBase: address("https://api.inaturalist.org/v1"),
    requestsAtOnce: ["api.inaturalist.org": 1])
  static let feed = ProviderFeed(
    "/observations", words: "q", in: WordForm(secondTry: .firstTwo),
    constants: [("photos", "true")],
    pages: .numbered(200, upTo: 50, rowsHoldSeveral: true),
    filters: [
      .byRow(\.orientation),
      // If one photo of an observation fits, all its photos come, so each one is judged.
      .licenses(among: codes.compactMap(license)) { wanted in
        let asked = codes.filter { wanted.admit(license(of: $0)) }.joined(separator: ",")
        return [("photo_license", wanted.isEmpty ? nil : asked)]
      },
      // The service counts days in the observer's time zone: so it is asked for a day more at each
      // end, and each photo is judged.
      .byService(\.since, andByRow: true) { [("created_d1", $0.map { day($0 - 86_400) })] },
      .byService(\.until, andByRow: true) { [("created_d2", $0.map { day($0 + 86_400) })] },
      .byService(\.sort, "order_by", [.latest: "created_at", .popular: "votes"]), .byRow(\.tag),
    ],
    lists: [
      .author { isName($0) && !isNumber($0) ? APICall("/observations", [("user_id", $0)]) : nil },
      .tag { APICall("/observations", [("q", $0), ("search_on", "tags")]) },
      // Photos of the same species, genus or whatever it was found to be.
      .similar(
        by: ListLookup({ native in
          native.components(at: "-").first.map { APICall("/observations/\($0)") }
        }) { reply, _ in reply["results"]?.elements?.first?["taxon"]?["id"]?.text }
      ) { isNumber($0) ? APICall("/observations", [("taxon_id", $0)]) : nil },
    ])
  static let showsInPage = true

  let access: APIAccess

  // MARK: Requests

  private static func day(_ date: Date) -> String { CalendarDate(date)?.day ?? "0000-01-01" }

  /// iNaturalist's codes of its licences
  private static let codes = [
    "cc0", "cc-by", "cc-by-nc", "cc-by-nd", "cc-by-sa", "cc-by-nc-nd", "cc-by-nc-sa",
  ]

  /// - Parameter native: an observation's id, followed by a photo's id unless it is the first photo
  func calls(forPhoto native: String) -> [APICall] {
    let ids = native.components(at: "-").map(String.init)
    return ids.count <= 2 && ids.allSatisfy(Self.isNumber)
      ? [APICall("/observations/\(ids[0])")] : []
  }

  /// The id in `/observations/57754375`, which stands for the observation's first photo
  func native(at url: URL) -> String? {
    Self.part(of: url, at: ["inaturalist.org"], behind: ["observations"])
      .flatMap { Self.isNumber($0) ? $0 : nil }
  }

  /// The login in `/people/jane`
  func author(at page: URL) -> String? {
    Self.part(of: page, at: ["inaturalist.org"], behind: ["people", "users"])
  }

  // MARK: Rows

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let total = reply.root["total_results"]?.count
    return PageRows(
      try reply.root.array("results"), total: total,
      next: .number(total: total, perPage: reply.root["per_page"]?.count))
  }

  func photos(in row: JSONValue, for query: PhotoQuery?) throws(JSONProblem) -> [Photo?] {
    guard let id = row["id"]?.text, Self.isNumber(id),
      let page = WebAddress("https://www.inaturalist.org/observations/\(id)")
    else { throw row.problem("no observation id") }
    let (title, taken) = (Self.title(of: row), Self.observed(row))
    let description = row["description"]?.plainText
    let tags = row["tags"]?.elements?.compactMap(\.plainText) ?? []
    var photos = try row.array("photos").prefix(Self.maxPhotos).map { picture -> Photo? in
      guard let native = picture["id"]?.text, Self.isNumber(native) else { return nil }
      var photo = photo("\(id)-\(native)", page: page)
      photo.title = title
      photo.description = description
      photo.author = Self.author(of: picture, by: row["user"])
      photo.size = PixelSize(in: picture["original_dimensions"])
      photo.renditions = Self.renditions(at: Self.link(picture["url"]), original: photo.size)
      photo.license = Self.license(of: picture)
      photo.likes = row["faves_count"]?.count
      photo.published = row["created_at"]?.date
      photo.taken = taken
      photo.tags = tags
      return photo
    }
    // The first photo also has the observation's id, as the page's address names no photo.
    if let first = photos.firstIndex(where: { $0?.renditions.isEmpty == false }) {
      photos[first]?.aliases = [profile.photoID(id)]
    }
    return photos
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo { try firstPhoto(in: row) }

  /// The species by both names, `Monarch (Danaus plexippus)`, else the observer's guess
  private static func title(of row: JSONValue) -> String? {
    let taxon = row["taxon"]
    let names = [taxon?["preferred_common_name"], taxon?["name"]].compactMap { $0?.plainText }
    return names.count == 2 && names[0] != names[1]
      ? "\(names[0]) (\(names[1]))" : names.first ?? row["species_guess"]?.plainText
  }

  /// A null licence code means that all rights are reserved
  private static func license(of picture: JSONValue) -> License? {
    guard let code = picture["license_code"] else {
      return picture.members?.contains { $0.name == "license_code" } == true
        ? .allRightsReserved : nil
    }
    return code.string.flatMap(license)
  }

  /// The licence of a code, in version 4.0 except for CC0, as iNaturalist's pages say
  private static func license(of code: String) -> License? {
    let code = code.lowercased()
    return code == "pd"
      ? .publicDomain
      : License.creativeCommons(named: "\(code)-4.0") ?? License.creativeCommons(named: code)
  }

  /// The name in `(c) NAME, some rights reserved (CC BY)`. It is mostly the observer, whose profile
  /// is linked in that case only
  private static func author(of picture: JSONValue, by user: JSONValue?) -> Author? {
    let login = user?["login"]?.plainText
    let page = login.flatMap { isName($0) ? link("https://www.inaturalist.org/people/\($0)") : nil }
    let names = [user?["name"]?.plainText, login].compactMap(\.self)
    let words = picture["attribution"]?.plainText ?? ""
    guard words.begins(with: "(c) "), let end = words.ranges(ofBytes: " rights reserved").last,
      let comma = words[..<end.lowerBound].lastIndex(ofASCII: ","),
      case let name = String(words[..<comma].dropFirst(4)), !name.isEmpty, !names.contains(name)
    else { return Author(name: names.first, address: page) }
    return Author(name: name, url: nil)
  }

  /// All sizes, built from the address of the square one; none of them is cropped
  private static func renditions(at address: WebAddress?, original: PixelSize?) -> [Rendition] {
    let address = address?.text ?? ""
    guard let word = address.ranges(ofBytes: "/square.").last else { return [] }
    let sizes: [(Rendition.Role, String)] = [
      (.thumb, "small"), (.small, "medium"), (.regular, "large"), (.original, "original"),
    ]
    return sizes.compactMap { role, name in
      let url = "\(address[..<word.lowerBound])/\(name).\(address[word.upperBound...])"
      return Rendition(role, Self.link(url), role == .original ? original : nil)
    }
  }

  /// The day of the observation, with its time if that is on the same day; for one whose position
  /// is hidden the month, as on the service's own pages
  private static func observed(_ row: JSONValue) -> String? {
    guard let day = Photo.takenDate(row["observed_on"]?.string) else { return nil }
    guard isOpen(row) else { return String(day.prefix(7)) }
    let time = Photo.takenDate(row["time_observed_at"]?.string.map { String($0.prefix(19)) })
    return time.flatMap { $0.begins(with: day) ? $0 : nil } ?? day
  }

  /// Whether the position isn't hidden to protect the species or the observer
  private static func isOpen(_ row: JSONValue) -> Bool {
    row["obscured"].map { $0.bool == false } ?? true
      && [row["geoprivacy"], row["taxon_geoprivacy"]].allSatisfy { value in
        value.map { $0.string == "open" } ?? true
      }
  }

  /// The details of an observation. If its position is hidden, only the public name of the place
  /// is used: the row's coordinates are then false or private
  func details(in row: JSONValue) -> PhotoDetails {
    let position = Self.isOpen(row) ? row["geojson"]?["coordinates"]?.elements ?? [] : []
    return PhotoDetails(
      place: PhotoPlace(
        name: row["place_guess"]?.plainText, latitude: position.dropFirst().first?.double,
        longitude: position.first?.double))
  }
}
