import Platform

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

  /// - Parameters:
  ///   - data: the row's object about its picture
  ///   - makers: the names in its two members for makers
  init(_ data: JSONValue, makers: [String]) {
    isKeptByNASA = data["center"]?.folded.map(NASANames.isCenter) ?? false
    for value in [data["photographer"], data["secondary_creator"]].compactMap(\.self)
    where value.kind != .string { isClear = false }
    for name in makers {
      if readNames(in: name) { hasNASA = true }
    }
    // One doubt is enough.
    guard isClear else { return }
    let texts = [
      data["title"], data["description"], data["description_508"], data["keywords"], data["album"],
    ].compactMap(\.self)
    for text in texts.flatMap({ $0.elements ?? [$0] }) where isClear {
      if let text = text.plainText { read(text) }
    }
  }

  /// Whether the named makers are the government, or, if none are named, NASA stores the picture
  var isGovernmentWork: Bool { isClear && people.isSubset(of: staff) && (hasNASA || isKeptByNASA) }

  // MARK: Finding statements

  /// Reads the statements about makers in a text, and its doubts
  private mutating func read(_ text: String) {
    guard text.utf8.count <= Self.longestText else { return isClear = false }
    let lower = text.utf8.map { $0.lowercased }
    let signs = Self.signs(in: lower)
    guard signs.count <= Self.mostSigns else { return isClear = false }
    for (place, sign) in signs where isClear {
      let before = lower[..<place]
      let rest = text.utf8.dropFirst(place + sign.text.utf8CodeUnitCount)
      lazy var words = Self.words(before)
      lazy var heading = words.first.flatMap { Self.headings.contains($0) ? $0 : nil }
      lazy var owner = words.dropFirst().first == "nasa" ? "NASA/" : ""
      switch sign.kind {
      case .maker: readStatement(rest)
      case .preposition:
        let neighbors = [before.last, rest.first].compactMap(\.self)
        guard !neighbors.contains(where: \.isPartOfWord) else { continue }
        if Self.isMaker(after: words, in: rest) { readStatement(rest, after: owner) }
      case .colon: if heading != nil { readStatement(rest) }
      case .slash:
        // Words in an address aren't headings.
        let last = before.suffix(30).split(separator: UInt8(ascii: " ")).last ?? []
        guard heading == NASANames.key(String(decoding: last, as: UTF8.self)[...]) else { continue }
        readStatement(rest, after: owner)
      case .photographer:
        let isHeading = [":", "s:"].contains { rest.starts(with: $0.utf8) }
        let isOwn = NASANames.ownNames.contains { name in
          before.suffix(name.utf8.count + 1).elementsEqual("\(name) ".utf8)
        }
        isClear = isHeading || isOwn
      case .doubt: isClear = false
      }
    }
  }

  /// A word or a character at which a text has to be looked at
  private typealias Sign = (text: StaticString, kind: SignKind)

  private enum SignKind {
    /// Makers follow: `Credit: NASA`
    case maker
    /// Makers follow if the words before are about making a picture: `taken by`
    case preposition
    /// Makers follow if a heading comes before: `Photo: `
    case colon
    /// As a colon: `NASA Photo / Ada Lovelace`
    case slash
    /// A heading, or a photographer in a sentence, who is somebody else unless NASA's name comes
    /// before
    case photographer
    /// Words of rights that others than NASA hold, or that need a closer look
    case doubt
  }

  /// The places of all signs in a text in small letters, in one pass: most texts have none
  private static func signs(in text: [UInt8]) -> [(place: Int, sign: Sign)] {
    let (signs, letters) = (signsByFirst, firstLetters)
    var found: [(place: Int, sign: Sign)] = []
    text.withUnsafeBufferPointer { text in
      for place in text.indices where text[place] >= 0x80 || letters.contains(text[place]) {
        for sign in signs[Int(text[place])]
        where sign.text.withUTF8Buffer({ text.has($0, at: place) }) { found.append((place, sign)) }
      }
    }
    return found
  }

  /// All signs, by their first byte
  private static let signsByFirst: [[Sign]] = {
    let doubts: [StaticString] = [
      "copyright", "©", "(c)", "rights reserved", "all rights", "permission", "caltech",
      "creative commons", "cc by", "cc-by", "cc0", "ap photo", "getty", "reuters",
    ]
    let makers: [Sign] = [
      ("credit", .maker), ("courtesy", .maker), ("by", .preposition), ("via", .preposition),
      (":", .colon), ("/", .slash), ("photographer", .photographer),
    ]
    let signs = makers + doubts.map { ($0, .doubt) }
    return (0...255).map { byte in signs.filter { $0.text.utf8Start.pointee == UInt8(byte) } }
  }()

  /// The ASCII characters that signs begin with
  private static let firstLetters = ASCIISet(
    String(decoding: (0..<0x80).filter { !signsByFirst[Int($0)].isEmpty }, as: UTF8.self))

  /// Whether the words before `by` are about making a picture: directly before it, as in `Photo
  /// by`, or earlier in the sentence and with a name after it, as in `taken in 1969 by Ada
  /// Lovelace`
  private static func isMaker(after words: [String], in rest: Substring.UTF8View) -> Bool {
    guard let last = words.first else { return false }
    if verbs.contains(last) || pictures.contains(last) { return true }
    guard
      words.contains(where: verbs.contains) || words.prefix(4).contains(where: pictures.contains)
    else { return false }
    let name = Substring(rest).unicodeScalars.drop { " :\n\"“(-–—".unicodeScalars.contains($0) }
    return name.first?.properties.isUppercase == true
  }

  /// The words at the end of a text in its last sentence, the last first, of at most 100 bytes;
  /// without the `s` of `Photo(s)` and `NASA's`
  private static func words(_ text: ArraySlice<UInt8>) -> [String] {
    let near = text.suffix(100)
    let places = near.startIndex...near.endIndex
    let start = places.last { near[..<$0].suffix(2).elementsEqual(". ".utf8) }
    return near[(start ?? near.startIndex)...].split { !$0.isPartOfWord }.reversed()
      .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "s" }
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

  /// Reads the names at the start of a text, up to the end of the sentence or its brackets
  ///
  /// - Parameter prefix: text to read before the names
  private mutating func readStatement(_ text: Substring.UTF8View, after prefix: String = "") {
    statements += 1
    guard statements <= Self.mostStatements else { return isClear = false }
    var bytes = Array(text.prefix(Self.longest))[...]
    if bytes.first == UInt8(ascii: "s") { bytes.removeFirst() }
    bytes = bytes.drop { " :-".utf8.contains($0) }
    if bytes.starts(with: "of ".utf8) { bytes.removeFirst(3) }
    let statement = String(decoding: bytes.prefix(Self.end(of: Array(bytes))), as: UTF8.self)
    readNames(in: prefix + statement)
  }

  /// Most bytes of a statement; a longer one counts as not understood
  private static let longest = 300
  /// Most bytes of a text; real ones have up to 10,000
  private static let longestText = 50_000
  /// Most statements of a row
  private static let mostStatements = 100
  /// Most signs of a text
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
  private mutating func readNames(in statement: String) -> Bool {
    let groups = Self.groups(in: statement)
    if groups.isEmpty { isClear = false }
    var namesNASA = false
    for group in groups {
      if readGroup(group) { namesNASA = true }
    }
    return namesNASA
  }

  /// Splits a statement at commas, brackets, `and` and the like
  private static func groups(in statement: String) -> [String] {
    var groups: [[Substring]] = []
    for piece in statement.utf8.split(whereSeparator: { ",;&()[]|+\"".utf8.contains($0) }) {
      let words = Substring(piece).components(at: " ", keepsEmpty: false)
      groups.append([])
      for (index, word) in words.enumerated() {
        // The `and` in `National Aeronautics and Space Administration` doesn't split.
        if word.utf8.count <= 5, joints.contains(NASANames.key(word)),
          words.dropFirst(index + 2).first.map(NASANames.key) != "administration"
        {
          groups.append([])
        } else {
          groups[groups.count - 1].append(word)
        }
      }
    }
    return groups.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }

  private static let joints: Set = ["and", "or", "-", "--", "–", "—"]

  /// Reads names joined by slashes: after NASA's name come its centers and staff
  ///
  /// - Returns: whether NASA is among them.
  private mutating func readGroup(_ group: String) -> Bool {
    var isOwn = false
    for part in group.components(at: "/", keepsEmpty: false) {
      var words = part.components(at: " ", keepsEmpty: false)
      var isStaff = isOwn
      var keys = words.map(NASANames.key)
      func drop() { (words, keys) = (Array(words.dropFirst()), Array(keys.dropFirst())) }
      if keys.first == "the" { drop() }
      if keys == ["national", "aeronautics", "and", "space", "administration"] {
        isOwn = true
        continue
      }
      if let first = keys.first, NASANames.ownNames.contains(first) {
        isOwn = true
        drop()
        while let word = keys.first, NASANames.kinds.contains(word) {
          isStaff = isStaff || ["by", "photographer", "astronaut"].contains(word)
          drop()
        }
        if words.isEmpty { continue }
      }
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

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit
  fileprivate var isPartOfWord: Bool { isLetter || isDigit }
}
