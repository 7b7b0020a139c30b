import PhotoSearch

/// An observation in the form of iNaturalist's API, with one photo or several
struct INaturalistRow: NumberedPages {
  static let provider = ProviderID.iNaturalist
  /// One of its photos
  struct Picture: Sendable {
    let id: String
    let subject: Subject
    /// nil: all rights reserved, said as null
    var license: String?
    /// nil for the observer's own
    var attribution: String?
    var hasSize = true
    /// Where pictures are whose licence is open, and the others
    var isOpen: Bool { license != nil }
  }

  let id: String
  /// Of the first picture; the others are by the same person
  let subject: Subject
  var pictures: [Picture]
  /// Common and scientific
  var names: (String?, String?)
  /// What the observer took it for
  var guess: String?
  var description: String?
  /// The observation's own licence, which says nothing of its photos
  var license: String? = "cc-by"
  let latitude: Int
  let longitude: Int

  init(_ subject: Subject, _ random: inout SeededRandom) { self.init(subject, count: 1, &random) }

  init(_ subject: Subject, count: Int, _ random: inout SeededRandom) {
    id = "5" + random.digits(7)
    self.subject = subject
    names = random.pick(Self.species)
    guess = names.0
    description = random.once(in: 3) ? subject.title : nil
    latitude = random.number(-8_900...8_900)
    longitude = random.number(-17_900...17_900)
    pictures = (0..<count).map { index in
      var shown =
        index == 0 ? subject : Subject(subject.title, years: 2016...2025, topic: "", &random)
      shown.title = subject.title
      return Picture(
        id: "9" + random.digits(7), subject: shown,
        license: random.pick(["cc-by-nc", "cc-by-nc", "cc-by", "cc0", "cc-by-sa"]))
    }
  }

  var row: Row { Row(json, .photos(pictures.map { "\(id)-\($0.id)" })) }

  var json: JSONTree {
    let taxon: JSONTree =
      names.1 == nil
      ? .null
      : [
        "id": 118_552, "name": .text(names.1), "rank": "species",
        "preferred_common_name": .text(names.0),
      ]
    return [
      "id": .integer(Int(id) ?? 0), "quality_grade": "research",
      "created_at": .string(subject.posted.iso(offset: 2)),
      "observed_on": .string(String(subject.posted.iso().prefix(10))),
      "time_observed_at": .string(subject.posted.iso().replacing("Z", with: "+00:00")),
      "species_guess": .text(guess), "license_code": .text(license),
      "description": .text(description),
      "tags": .array(subject.tags.dropFirst().map { .string($0) }),
      "taxon": taxon, "faves_count": .integer(votes),
      "uri": .string("https://www.inaturalist.org/observations/\(id)"),
      "place_guess": .text(subject.author.place), "obscured": false,
      "geojson": [
        "type": "Point",
        "coordinates": [.double(Double(longitude) / 100), .double(Double(latitude) / 100)],
      ],
      "user": [
        "id": 2_852_555, "login": .string(subject.author.username), "name": .text(name),
      ], "photos": .array(pictures.map(json)),
    ]
  }

  /// How many people like it
  var votes: Int { subject.tags.count - 2 }

  /// Half of the people gave no name
  private var name: String? {
    subject.author.username.utf8.count % 2 == 0 ? subject.author.name : nil
  }

  /// One of its photos
  func json(_ picture: Picture) -> JSONTree {
    let rights =
      switch picture.license {
      case nil: "all rights reserved"
      case "cc0": "no rights reserved (CC0)"
      case let code?: "some rights reserved (\(code.uppercased().replacing("CC-", with: "CC ")))"
      }
    let edges: JSONTree = [
      "width": .integer(picture.subject.width), "height": .integer(picture.subject.height),
    ]
    return [
      "id": .integer(Int(picture.id) ?? 0), "license_code": .text(picture.license),
      "url": .string(Self.address(of: picture, "square")),
      "attribution": .string(
        picture.attribution ?? "(c) \(name ?? subject.author.username), \(rights)"),
      "original_dimensions": picture.hasSize ? edges : .null, "flags": [],
    ]
  }

  var shown: [Exchange] { [Self.answer(to: Self.target(shown: id), [row])] }

  var addressesOfPicture: [String] { drawn[0].addresses }
  /// Of each photo
  var drawn: [PhotoPictures] {
    pictures.map { picture in
      PhotoPictures(
        subject: picture.subject,
        addresses: ["small", "medium", "large", "original"].map {
          Self.address(of: picture, $0)
        })
    }
  }

  static func address(of picture: Picture, _ size: String) -> String {
    picture.isOpen
      ? "https://inaturalist-open-data.s3.amazonaws.com/photos/\(picture.id)/\(size).jpeg"
      : "https://static.inaturalist.org/photos/\(picture.id)/\(size).jpg?1598551272"
  }

  /// Small wild cats, and the one that lives with people
  private static let species: [(String?, String?)] = [
    ("Domestic Cat", "Felis catus"), ("European Wildcat", "Felis silvestris"),
    ("Bobcat", "Lynx rufus"), ("Sand Cat", "Felis margarita"), (nil, "Leopardus guigna"),
    ("Serval", "Leptailurus serval"), ("Eurasian Lynx", "Lynx lynx"),
  ]
}

/// Replies in the form of iNaturalist's API
extension INaturalistRow {
  static let base = "https://api.inaturalist.org/v1/observations"
  static let search = (address: base, words: "q")
  /// Observations in a page, fewer than are asked for, as the service may choose
  private static let size = 30

  static func target(shown id: String) -> Target { Target("\(base)/\(id)") }

  /// - Parameter total: of observations
  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    Reply([
      "total_results": .integer(page.total), "page": .integer(page.number),
      "per_page": .integer(size),
      "results": .list(rows),
    ])
  }

  static func refusal(status: Int, _ error: String) -> Reply {
    Reply(["error": .string(error), "status": .integer(status)], status: status)
  }
}
