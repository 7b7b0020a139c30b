import Platform

/// Makes text from outside safe for a terminal
///
/// It removes control, bidirectional and invisible characters, line breaks, and long piles of
/// combining marks. Emoji and scripts keep the joiners they need.
package enum SafeText {
  /// Most combining marks on one base
  static let maxMarks = 8
  /// Most emoji joined to one picture: a kiss between two people has four
  static let maxJoined = 4

  /// One line, without blanks at its ends
  package static func line(_ text: String) -> String {
    if PlainScalars.isPrintableASCII(text), text.utf8.first != 0x20, text.utf8.last != 0x20 {
      return text
    }
    return SafeLine(text).text
  }

  /// One line of at most this many terminal cells, cut between clusters with `…` at the end
  ///
  /// Only as much of a long text is read as needed.
  ///
  /// - Parameter cells: 0 or more
  package static func line(_ text: String, cells: Int) -> String {
    FittedText(text, cells: cells).text
  }

  /// A part of a line; blanks at its ends become one blank
  package static func piece(_ text: String) -> String {
    if PlainScalars.isPrintableASCII(text) { return text }
    return SafeLine(text, trimsEnds: false).text
  }
}

/// Classifies the scalars of text from outside, to make it safe to print
enum SafeScalars {
  enum Role {
    /// White space and control characters; a run of them becomes one blank
    case blank
    /// Invisible, or changes the direction of text: dropped
    case dropped
    /// A combining mark for the base before it
    case mark
    /// A joiner: U+200C or U+200D
    case joiner
    /// A variation selector
    case selector
    /// A skin tone
    case modifier
    /// A sign that comes before digits, such as a verse number's
    case prefix
    /// Unassigned or private: its look is unknown
    case unknown
    /// The first scalar of a cluster
    case base
  }

  static func role(of scalar: Unicode.Scalar) -> Role {
    if PlainScalars.width(of: scalar) != nil { return scalar == " " ? .blank : .base }
    if scalar.isJoiner { return .joiner }
    if scalar.isVariationSelector { return .selector }
    let category = scalar.properties.generalCategory
    if category == .control || scalar.properties.isWhitespace { return .blank }
    if scalar.isHidden || scalar.isSoftHyphen { return .dropped }
    if scalar.isHangulVowelOrTail || scalar.isCombiningMark { return .mark }
    switch category {
    // Number and verse signs, which are visible.
    case .format: return .prefix
    case .privateUse, .unassigned, .surrogate: return .unknown
    default:
      // Some letters combine with the base before them, although their category isn't a mark's.
      let isThaiOrLaoAm = scalar.value == 0xE33 || scalar.value == 0xEB3
      let combines = isThaiOrLaoAm || scalar.properties.isGraphemeExtend
      return scalar.properties.isEmojiModifier ? .modifier : combines ? .mark : .base
    }
  }

  /// Whether a variation selector has an effect on this base that is the same on all terminals
  static func selector(
    _ selector: Unicode.Scalar, suits base: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    switch selector.value {
    case 0xFE0F: base.properties.isEmoji && (!base.isASCII || next?.value == 0x20E3)
    // Terminals differ on this selector after an emoji that is wide by itself; without it, all show
    // it wide.
    case 0xFE0E: base.properties.isEmoji && !base.properties.isEmojiPresentation && !base.isASCII
    case 0xFE00...0xFE02, 0xE0100...0xE01EF: base.properties.isIdeographic
    case 0x180B...0x180D, 0x180F: (0x1820...0x18AA).contains(base.value)
    default: false
    }
  }

  /// Whether a joiner between two such letters changes how they are drawn: Arabic to Vedic, the
  /// later Indic scripts, and Adlam
  static func isOfJoiningScript(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x109F, 0x1780...0x1CFF, 0xA800...0xABFF, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
      role(of: scalar) == .mark || scalar.properties.isAlphabetic
    default: false
    }
  }

  /// How many scalars after a black flag make it a region's flag, e.g. Scotland's; else 0
  ///
  /// Only for England, Scotland and Wales, as fonts have no others. Other tags could hide a text
  /// that programs read.
  static func flagTags(in scalars: Substring.UnicodeScalarView) -> Int {
    let tags = scalars.prefix(6).map { Character(Unicode.Scalar($0.value &- 0xE0000) ?? " ") }
    let regions = ["gbeng\u{7F}", "gbsct\u{7F}", "gbwls\u{7F}"]
    return regions.contains(String(tags)) ? tags.count : 0
  }
}

/// Builds a safe line from text, scalar by scalar
package struct SafeLine {
  /// The line so far
  package var text: String { String(kept) + (gap && !trimsEnds ? " " : "") }
  /// Whether text was left unread because the line was long enough
  package private(set) var isCut = false

  private let trimsEnds: Bool
  private let limit: Int
  private var kept = String.UnicodeScalarView()
  private var count = 0
  private var gap = false
  /// The character that a combining mark would belong to; nil at the start and after a blank
  private var base: Unicode.Scalar?
  private var marks = 0
  private var joined = 1
  private var isJoining = false

  /// - Parameter limit: most scalars to keep
  package init(_ text: String, trimsEnds: Bool = true, limit: Int = 1 << 40) {
    self.trimsEnds = trimsEnds
    self.limit = limit
    var rest = text.unicodeScalars[...]
    // A limit that is enough for any text that people write; it bounds the time for invisible ones.
    var unread = 4 * limit
    while let scalar = rest.popFirst() {
      guard count < limit, unread > 0 else {
        isCut = true
        return
      }
      unread -= 1
      read(scalar, before: &rest)
    }
  }

  private mutating func read(
    _ scalar: Unicode.Scalar, before rest: inout Substring.UnicodeScalarView
  ) {
    switch SafeScalars.role(of: scalar) {
    case .blank: readBlank()
    case .dropped: break
    case .mark: readMark(scalar)
    case .joiner: readJoiner(scalar, before: rest.first)
    case .selector: readSelector(scalar, before: rest.first)
    case .modifier: readModifier(scalar)
    case .prefix where rest.first?.properties.numericType != nil: readBase(scalar)
    case .prefix: break
    case .unknown: readBase("\u{FFFD}")
    case .base:
      readBase(scalar)
      guard scalar.value == 0x1F3F4 else { return }
      for _ in 0..<SafeScalars.flagTags(in: rest) { rest.popFirst().map { append($0) } }
    }
  }

  private mutating func readBlank() {
    gap = !(trimsEnds && kept.isEmpty)
    base = nil
    isJoining = false
  }

  private mutating func readMark(_ mark: Unicode.Scalar) {
    guard base != nil, marks < SafeText.maxMarks else { return }
    marks += 1
    append(mark)
  }

  private mutating func readJoiner(_ joiner: Unicode.Scalar, before next: Unicode.Scalar?) {
    guard let base, let next else { return }
    if SafeScalars.isOfJoiningScript(base), SafeScalars.isOfJoiningScript(next) {
      append(joiner)
    } else if joiner.value == 0x200D, base.isPictographic, next.isPictographic,
      joined < SafeText.maxJoined
    {
      isJoining = true
      append(joiner)
    }
  }

  private mutating func readSelector(_ selector: Unicode.Scalar, before next: Unicode.Scalar?) {
    guard let base, kept.last == base,
      SafeScalars.selector(selector, suits: base, before: next)
    else { return }
    append(selector)
  }

  /// Reads a skin tone if the emoji before it can have one. Otherwise terminals differ in how they
  /// show it, so it is dropped
  private mutating func readModifier(_ modifier: Unicode.Scalar) {
    guard let base, base.properties.isEmojiModifierBase else { return }
    self.base = modifier
    append(modifier)
  }

  private mutating func readBase(_ scalar: Unicode.Scalar) {
    if gap {
      append(" ")
      gap = false
    }
    joined = isJoining ? joined + 1 : 1
    isJoining = false
    base = scalar
    marks = 0
    append(scalar)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    kept.append(scalar)
    count += 1
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an emoji on its own, rather than a digit or half a flag
  var isPictographic: Bool { value >= 0xA9 && properties.isEmoji && !isRegionalIndicator }
}
