/// A color or weight for a piece of text
///
/// A program doesn't know whether a terminal is light or dark, so every color whose look is known
/// has a contrast of 4.5, as WCAG 2 asks, with both black and white.
package enum Ink: String, CaseIterable, Sendable {
  case bold, dim
  case red, green, yellow, olive
  case cyan, magenta, blue, brown, steel, purple, rose, teal, copper

  /// The parameters of the SGR sequence, between `ESC [` and `m`
  package func code(_ depth: ColorDepth) -> String {
    let (full, palette, sixteen) = codes
    return switch depth {
    case .full: full
    case .palette: palette
    case .sixteen: sixteen
    }
  }

  /// The CSS color for a light and a dark page; nil for inks that no service's name uses
  package var css: String? {
    switch self {
    case .cyan: "light-dark(#00687a, #6fd3e3)"
    case .magenta: "light-dark(#a2197f, #f08ad6)"
    case .blue: "light-dark(#1a5fb4, #8ab8ff)"
    case .brown: "light-dark(#75502e, #d3ae8b)"
    case .steel: "light-dark(#3a6186, #9dbcd8)"
    case .purple: "light-dark(#6f3fb0, #c3a4f5)"
    case .rose: "light-dark(#a83256, #f2a0b4)"
    case .teal: "light-dark(#0b6b62, #67d1c2)"
    case .copper: "light-dark(#96460c, #f0a875)"
    case .bold, .dim, .red, .green, .yellow, .olive: nil
    }
  }

  /// The parameters for each ``ColorDepth``
  ///
  /// Hardly ten of the 256 colors are neither too dark nor too light, so some inks only differ in
  /// weight. The look of the sixteen depends on the terminal's settings.
  private var codes: (full: String, palette: String, sixteen: String) {
    switch self {
    case .bold: ("1", "1", "1")
    case .dim: ("2", "2", "2")
    case .red: ("38;2;225;37;63", "38;5;131", "31")
    case .green: ("38;2;33;135;0", "38;5;28", "32")
    case .yellow: ("38;2;156;108;0", "38;5;130", "33")
    case .olive: ("38;2;108;126;42", "1;38;5;28", "1;32")
    case .cyan: ("38;2;6;129;147", "38;5;29", "36")
    case .magenta: ("38;2;219;17;150", "38;5;163", "35")
    case .blue: ("38;2;72;106;237", "38;5;63", "34")
    case .brown: ("38;2;135;113;99", "1;38;5;243", "1;36")
    case .steel: ("38;2;99;116;165", "38;5;243", "1;34")
    case .purple: ("38;2;147;84;219", "38;5;98", "1;35")
    case .rose: ("38;2;177;90;105", "1;38;5;163", "4;35")
    case .teal: ("38;2;6;133;96", "1;38;5;29", "4;36")
    case .copper: ("38;2;195;82;9", "1;38;5;98", "4;34")
    }
  }
}

/// How many colors a terminal has
package enum ColorDepth: CaseIterable, Sendable {
  /// Sixteen colors, which the terminal's settings define
  case sixteen
  /// 256 colors, most of which look the same on all terminals
  case palette
  /// Any color, by its red, green and blue
  case full
}
