/// Decides whether a picture of NASA's library is a work of the United States Government
///
/// Rows have no member for rights, but name makers in two members and in their texts. A picture is
/// the government's if only these are named: NASA and its centers, other government agencies, and
/// people after NASA's name, as in `NASA/Bill Ingalls`. It is unknown if anybody else is named: a
/// person alone, a company or university after NASA's name, another country's agency, or the Jet
/// Propulsion Laboratory, which is Caltech's. A statement that isn't understood counts the same.
///
/// Source: nasa.gov/nasa-brand-center/images-and-media.
struct NASARights {
  /// Whether every statement was understood, and none surely names somebody else
  private var isClear = true
  /// Whether a member for makers names NASA
  private var hasNASA = false
  /// People named after NASA's name, in lower case
  private var staff: Set<String> = []
  /// People named alone: they count as NASA's staff if another statement says so
  private var people: Set<String> = []
  private let isKeptByNASA: Bool
  /// Statements read from the texts so far
  private var statements = 0

  /// - Parameter data: the row's object about its picture
  init(_ data: JSONValue) {
    isKeptByNASA = data["center"]?.folded.map(NASANames.isCenter) ?? false
    for value in [data["photographer"], data["secondary_creator"]].compactMap(\.self) {
      if value.string == nil { isClear = false }
      guard let name = NASA.name(value) else { continue }
      hasNASA = add(name) || hasNASA
    }
    let texts = [
      data["title"], data["description"], data["description_508"], data["keywords"], data["album"],
    ].compactMap(\.self)
    for text in texts.flatMap({ $0.elements ?? [$0] }) {
      guard let text = text.plainText else { continue }
      read(text)
    }
  }

  /// Whether the named makers are the government, or, if none are named, NASA stores the picture
  var isGovernmentWork: Bool {
    isClear && people.isSubset(of: staff) && (hasNASA || isKeptByNASA)
  }

  // MARK: Finding statements

  /// Reads the statements about makers in a text
  private mutating func read(_ text: String) {
    let lower = text.lowercasedASCII
    guard text.utf8.count <= Self.longestText, !Self.doubts.contains(where: lower.holds) else {
      return isClear = false
    }
    for place in lower.places(of: "credit") + lower.places(of: "courtesy") {
      add(from: lower[place.upperBound...].utf8.count, in: text)
    }
    let prepositions = (lower.places(of: "by") + lower.places(of: "via")).filter { place in
      !lower[..<place.lowerBound].utf8.last.isPartOfWord
        && !lower[place.upperBound...].utf8.first.isPartOfWord
    }
    let signs = lower.places(of: ":") + lower.places(of: "/")
    guard prepositions.count + signs.count <= Self.mostSigns else { return isClear = false }
    for place in prepositions {
      let count = lower[place.upperBound...].utf8.count
      let words = Self.words(before: place, in: lower)
      guard Self.isMaker(after: words, in: Substring(text.utf8.suffix(count))) else { continue }
      add(from: count, in: text, before: words.dropLast().last == "nasa" ? "NASA/" : "")
    }
    for place in signs {
      let words = Self.words(before: place, in: lower)
      guard let word = words.last, Self.headings.contains(word) else { continue }
      let isSlash = lower[place] == "/"
      // Words in an address aren't headings.
      let last =
        Substring(lower[..<place.lowerBound].utf8.suffix(30))
        .parts(at: " ", keepsEmpty: false).last ?? ""
      if isSlash, NASANames.key(last) != word { continue }
      let isNASA = isSlash && words.dropLast().last == "nasa"
      add(
        from: lower[place.upperBound...].utf8.count, in: text, before: isNASA ? "NASA/" : "")
    }
    for place in lower.places(of: "photographer") {
      let (before, after) = (lower[..<place.lowerBound], lower[place.upperBound...])
      let isHeading = after.begins(with: ":") || after.begins(with: "s:")
      if !isHeading, !NASANames.ownNames.contains(where: { before.ends(with: "\($0) ") }) {
        isClear = false
      }
    }
  }

  /// Words of rights that others than NASA hold, or that need a closer look
  private static let doubts = [
    "copyright", "©", "(c)", "rights reserved", "all rights", "permission", "caltech",
    "creative commons", "cc by", "cc-by", "cc0", "ap photo", "getty", "reuters",
  ]

  /// Whether the words before `by` are about making a picture: directly before it, as in `Photo
  /// by`, or earlier in the sentence and with a name after it, as in `taken in 1969 by Ada
  /// Lovelace`
  private static func isMaker(after words: [String], in rest: Substring) -> Bool {
    guard let last = words.last else { return false }
    if verbs.contains(last) || pictures.contains(last) { return true }
    let name = rest.unicodeScalars.drop { " :\n\"“(-–—".unicodeScalars.contains($0) }
    let isMade =
      words.contains(where: verbs.contains) || words.suffix(4).contains(where: pictures.contains)
    return isMade && name.first?.properties.isUppercase == true
  }

  /// The sentence's words before a place, at most 100 bytes, without the `s` of `Photo(s)` and
  /// `NASA's`
  private static func words(before place: Range<String.Index>, in text: String) -> [String] {
    let before = Substring(text[..<place.lowerBound].utf8.suffix(100))
    let start = before.places(of: ". ").last?.upperBound ?? before.startIndex
    return before[start...].utf8.split { !Optional($0).isPartOfWord }.map { String(Substring($0)) }
      .filter { $0 != "s" }
  }

  /// Verbs that come before `by` and a maker
  private static let verbs: Set = [
    "taken", "photographed", "shot", "captured", "provided", "processed", "created", "produced",
    "contributed", "supplied", "submitted", "donated", "painted", "drawn", "rendered", "released",
    "illustrated", "imaged", "acquired", "obtained", "recorded", "filmed", "snapped", "generated",
    "assembled", "compiled", "owned", "processing",
  ]

  /// Nouns that come before `by` and a maker
  private static let pictures: Set = [
    "photo", "photos", "photograph", "photographs", "photography", "image", "images", "picture",
    "pictures", "pic", "pics", "illustration", "illustrations", "artwork", "art", "painting",
    "drawing", "render", "rendering", "graphic", "animation", "mosaic", "composite",
    "visualization", "concept", "still", "selfie",
  ]

  /// Headings that come before a colon and a maker
  private static let headings: Set = [
    "photo", "photos", "photograph", "photographer", "photographers", "photog", "image", "images",
    "picture", "artist", "source", "illustration", "illustrations", "illustrator", "artwork",
    "author", "creator", "processing", "rendering", "foto", "cred", "rights",
  ]

  /// Reads the names in the last bytes of a text, up to the end of the sentence or its brackets
  ///
  /// - Parameter prefix: text to read before the names
  private mutating func add(from count: Int, in text: String, before prefix: String = "") {
    statements += 1
    guard isClear, statements <= Self.mostStatements else { return isClear = false }
    var bytes = Array(text.utf8.suffix(count).prefix(Self.longest))
    if bytes.first == UInt8(ascii: "s") { bytes.removeFirst() }
    bytes = Array(bytes.drop { " :-".utf8.contains($0) })
    if bytes.starts(with: "of ".utf8) { bytes.removeFirst(3) }
    add(prefix + String(decoding: bytes[..<Self.end(of: bytes)], as: UTF8.self))
  }

  /// Most bytes of a statement; a longer one counts as not understood
  private static let longest = 300
  /// Most bytes of a text; real ones have up to 10,000
  private static let longestText = 50_000
  /// Most statements of a row
  private static let mostStatements = 100
  /// Most words and characters of a text after which a maker is looked for
  private static let mostSigns = 1_000

  private static func end(of bytes: [UInt8]) -> Int {
    var (brackets, word) = (0, 0)
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "("): brackets += 1
      case UInt8(ascii: ")") where brackets == 0: return place
      case UInt8(ascii: ")"): brackets -= 1
      case UInt8(ascii: " "), UInt8(ascii: "/"): word = place + 1
      case UInt8(ascii: ".") where place + 1 == bytes.count || bytes[place + 1] == 0x20:
        // A point after an initial, or in `U.S. Navy`, doesn't end a sentence.
        let isShort = place - word == 1 || bytes[word..<place].contains(UInt8(ascii: "."))
        if !isShort { return place }
      default: break
      }
    }
    return bytes.count
  }

  // MARK: Reading names

  /// Reads the names in a statement such as `NASA/Bill Ingalls` or `NASA, ESA and the Hubble
  /// Heritage Team`
  ///
  /// - Returns: whether NASA is among them.
  @discardableResult
  private mutating func add(_ statement: String) -> Bool {
    let groups = Self.groups(in: statement)
    if groups.isEmpty { isClear = false }
    return groups.reduce(false) { hasNASA, group in add(group: group) || hasNASA }
  }

  /// Splits a statement at commas, brackets, `and` and the like
  private static func groups(in statement: String) -> [String] {
    var groups: [[Substring]] = []
    for piece in statement.utf8.split(whereSeparator: { ",;&()[]|+\"".utf8.contains($0) }) {
      let words = Substring(piece).parts(at: " ", keepsEmpty: false)
      groups.append([])
      for (index, word) in words.enumerated() {
        // The `and` in `National Aeronautics and Space Administration` doesn't split.
        let isInName = words.dropFirst(index + 2).first.map(NASANames.key) == "administration"
        if !isInName, ["and", "or", "-", "--", "–", "—"].contains(NASANames.key(word)) {
          groups.append([])
        } else {
          groups[groups.count - 1].append(word)
        }
      }
    }
    return groups.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }

  /// Reads names joined by slashes: after NASA's name come its centers and staff
  private mutating func add(group: String) -> Bool {
    var isOwn = false
    for part in group.parts(at: "/", keepsEmpty: false) {
      var words = part.parts(at: " ", keepsEmpty: false)
      var isStaff = isOwn
      if words.first.map(NASANames.key) == "the" { words.removeFirst() }
      let name = words.map(NASANames.key).joined(separator: " ")
      if name == "national aeronautics and space administration" {
        isOwn = true
        continue
      }
      if let first = words.first, NASANames.ownNames.contains(NASANames.key(first)) {
        isOwn = true
        words.removeFirst()
        while let word = words.first.map(NASANames.key), NASANames.kinds.contains(word) {
          isStaff = isStaff || ["by", "photographer", "astronaut"].contains(word)
          words.removeFirst()
        }
        if words.isEmpty { continue }
      }
      let keys = words.map(NASANames.key)
      if NASANames.isCenter(keys, besideNASA: isOwn) || NASANames.isAgency(keys) { continue }
      if !NASANames.isPerson(words) {
        isClear = false
      } else if isStaff {
        staff.insert(keys.joined(separator: " "))
      } else {
        people.insert(keys.joined(separator: " "))
      }
    }
    return isOwn
  }
}

extension UInt8? {
  /// Whether the byte is an ASCII letter or digit
  fileprivate var isPartOfWord: Bool { map { $0.isLetter || $0.isDigit } ?? false }
}
