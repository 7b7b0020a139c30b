import Platform

/// Recognizes the names in NASA's rows: NASA itself, other agencies of the United States'
/// government, people, companies and institutions
///
/// Words are compared in the form of ``key(_:)``.
enum NASANames {
  /// A word for comparison: in lower case, without a leading bracket, `us` for `U.S.`
  static func key(_ word: Substring) -> String {
    let plain = Substring(word.utf8.drop { $0 == UInt8(ascii: "(") }).lowercased()
      .replacing(each: ".", by: "")
    return plain.ends(with: ":") ? String(plain.dropLast()) : plain
  }

  /// NASA's own name
  static let ownNames: Set = ["nasa", "nasa's", "nasa’s"]

  /// Words between NASA's name and a maker: `NASA photo by`, `NASA HQ photo`
  static let kinds: Set = [
    "photo", "photos", "photograph", "image", "images", "photographer", "astronaut", "by", "tv",
    "television",
  ]

  /// Whether a name is that of a NASA center, with or without NASA before it
  static func isCenter(_ name: String) -> Bool {
    let words = name.components(at: " ", keepsEmpty: false).map(key)
    let rest = Array(words.drop(while: ownNames.contains))
    return rest.isEmpty ? !words.isEmpty : isCenter(rest, besideNASA: rest.count < words.count)
  }

  /// Whether words name a NASA center: `ksc`, `kennedy space center`. A bare `kennedy` only counts
  /// beside NASA's name: alone it may be anyone's
  static func isCenter(_ words: [String], besideNASA: Bool) -> Bool {
    let words = Array(words.drop(while: givenNames.contains))
    let rest = words.dropFirst()
    guard let first = words.first,
      rest.allSatisfy({ centerSorts.contains($0) || kinds.contains($0) })
    else { return false }
    return centers.contains(first)
      || people.contains(first) && (besideNASA || !centerSorts.isDisjoint(with: rest))
  }

  /// NASA's own centers; the Jet Propulsion Laboratory (`jpl`) isn't one, as it is Caltech's
  private static let centers: Set = [
    "hq", "headquarters", "afrc", "arc", "dfrc", "grc", "gsfc", "jsc", "ksc", "larc", "lrc", "msfc",
    "ssc", "wff", "langley", "wallops", "michoud",
  ]
  /// Centers named for people, whose names others have too
  private static let people: Set = [
    "ames", "armstrong", "dryden", "glenn", "goddard", "johnson", "kennedy", "lewis", "marshall",
    "stennis",
  ]
  private static let givenNames: Set = [
    "john", "lyndon", "george", "neil", "hugh", "a", "b", "c", "f", "h", "l",
  ]
  private static let centerSorts: Set = [
    "flight", "space", "research", "center", "facility", "assembly", "test",
  ]

  /// Whether words name another agency of the United States' government
  static func isAgency(_ words: [String]) -> Bool {
    agencies.contains(words.filter { !kinds.contains($0) }.joined(separator: " "))
  }

  private static let agencies: Set = [
    "naca", "noaa", "usgs", "usda", "usaf", "usmc", "uscg", "faa", "fema", "ntsb", "dod", "us navy",
    "us army", "us air force", "us space force", "us coast guard", "us marine corps",
    "us geological survey", "us forest service", "national park service",
    "national weather service",
    "department of defense", "us department of defense", "us department of agriculture",
    "national oceanic and atmospheric administration", "federal aviation administration",
  ]

  /// Whether words look like a person's name: two to four words, each capitalized or an initial,
  /// and none that companies and universities use
  static func isPerson(_ words: [Substring]) -> Bool {
    guard (2...4).contains(words.count), words.last?.contains(where: \.isLowercase) == true else {
      return false
    }
    return words.allSatisfy { word in
      let isShort = word.count == (word.ends(with: ".") ? 2 : 1)
      return word.allSatisfy { $0.isLetter || ".-'’".contains($0) }
        && word.first?.isUppercase == true && (isShort || word.contains(where: \.isLowercase))
        && !isOfCompany(word)
    }
  }

  /// Whether a word, or a part of it between hyphens, is one that companies and universities use
  private static func isOfCompany(_ word: Substring) -> Bool {
    key(word).components(at: "-").contains { part in
      companies.contains(part)
        || companyBeginnings[part.utf8.first, default: []].contains(where: part.begins)
    }
  }

  /// How words in the names of companies, universities and missions begin, by the first letter
  private static let companyBeginnings = Dictionary(grouping: [
    "aero", "agenc", "aircraft", "airl", "airw", "alliance", "associat", "astro", "aviat", "center",
    "centre", "colleg", "commission", "compan", "composit", "consort", "corp", "dynam", "electr",
    "engin", "enterpris", "foundation", "group", "helicopter", "imag", "indust", "institut",
    "instrument", "interactiv", "internation", "laborator", "magazin", "media", "mission", "motor",
    "museum", "nation", "newspap", "observ", "optic", "orbit", "photo", "product", "program",
    "project", "publish", "research", "robot", "satell", "school", "scien", "servic", "societ",
    "solution", "space", "studio", "survey", "system", "tech", "telescop", "televis", "univ",
    "ventur",
  ]) { $0.utf8.first }

  /// Other words of companies and missions, and names that look like a person's, such as `Lockheed
  /// Martin`
  private static let companies = Set(
    """
    air airbus alamos alenia america american antarctic arctic area argentine arizona army astra
    australian austrian axiom bay bear belgian berkeley blue boeing boston brant brazilian british
    broadcasting bros bull california cambridge canadian canyon carnegie cassini channel chinese
    chronicle city co colorado convair cornell county cumbres daily dame danish defence defense
    digital disney dutch earth el electric embry energy european films finnish firefly florida force
    french galileo gazette general geographic german globe google grumman harvard herald heritage
    hole honeywell horizons hubble inc indian intuitive israeli italian japan japanese johns journal
    kitt korean la lab labs las le les livermore llc lockheed los ltd lunar machines mail marietta
    mars materials maxar mcdonnell mechanics mellon mexican mitsubishi modis monde moon navy network
    new news north northrop norwegian notre oak ocean office origin oxford pais peak penn pictures
    planck planet polish poly portuguese post power pratt press princeton purdue radio raytheon
    ridge rocket rocketdyne rockwell rolls roscosmos rover royal russian scaled sentinel sierra
    sikorsky smithsonian south soviet spanish standard stanford state station stony sundstrand
    swedish swiss team teledyne telegraph texas textron thales thiokol times today tribune ukrainian
    united valley virgin weather weekly works yale york zealand
    """.split(whereSeparator: \.isWhitespace))
}
