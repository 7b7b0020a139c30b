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
  package init(trimsEnds: Bool = true, limit: Int = 1 << 40) {
    self.trimsEnds = trimsEnds
    self.limit = limit
  }

  package mutating func take(_ text: String) {
    var rest = text.unicodeScalars[...]
    // A limit that is enough for any text that people write; it bounds the time for invisible ones.
    var unread = 4 * limit
    while let scalar = rest.popFirst() {
      guard count < limit, unread > 0 else {
        isCut = true
        return
      }
      unread -= 1
      take(scalar, before: &rest)
    }
  }

  private mutating func take(
    _ scalar: Unicode.Scalar, before rest: inout Substring.UnicodeScalarView
  ) {
    switch SafeScalars.role(of: scalar) {
    case .blank: takeBlank()
    case .dropped: break
    case .mark: takeMark(scalar)
    case .joiner: takeJoiner(scalar, before: rest.first)
    case .selector: takeSelector(scalar, before: rest.first)
    case .modifier: takeModifier(scalar)
    case .prefix where rest.first?.properties.numericType != nil: takeBase(scalar)
    case .prefix: break
    case .unknown: takeBase("\u{FFFD}")
    case .base:
      takeBase(scalar)
      guard scalar.value == 0x1F3F4 else { return }
      for _ in 0..<SafeScalars.flagTags(in: rest) { rest.popFirst().map { keep($0) } }
    }
  }

  private mutating func takeBlank() {
    gap = !(trimsEnds && kept.isEmpty)
    base = nil
    isJoining = false
  }

  private mutating func takeMark(_ mark: Unicode.Scalar) {
    guard base != nil, marks < SafeText.maxMarks else { return }
    marks += 1
    keep(mark)
  }

  private mutating func takeJoiner(_ joiner: Unicode.Scalar, before next: Unicode.Scalar?) {
    guard let base, let next else { return }
    if SafeScalars.isOfJoiningScript(base), SafeScalars.isOfJoiningScript(next) {
      keep(joiner)
    } else if joiner.value == 0x200D, base.isPictographic, next.isPictographic,
      joined < SafeText.maxJoined
    {
      isJoining = true
      keep(joiner)
    }
  }

  private mutating func takeSelector(_ selector: Unicode.Scalar, before next: Unicode.Scalar?) {
    guard let base, kept.last == base,
      SafeScalars.selector(selector, suits: base, before: next)
    else { return }
    keep(selector)
  }

  /// Takes a skin tone if the emoji before it can have one. Otherwise terminals differ in how they
  /// show it, so it is dropped
  private mutating func takeModifier(_ modifier: Unicode.Scalar) {
    guard let base, base.properties.isEmojiModifierBase else { return }
    self.base = modifier
    keep(modifier)
  }

  private mutating func takeBase(_ scalar: Unicode.Scalar) {
    if gap {
      keep(" ")
      gap = false
    }
    joined = isJoining ? joined + 1 : 1
    isJoining = false
    base = scalar
    marks = 0
    keep(scalar)
  }

  private mutating func keep(_ scalar: Unicode.Scalar) {
    kept.append(scalar)
    count += 1
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an emoji on its own, rather than a digit or half a flag
  var isPictographic: Bool {
    value >= 0xA9 && properties.isEmoji && !isRegionalIndicator
  }
}
