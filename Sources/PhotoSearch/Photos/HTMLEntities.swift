/// Character references of HTML: all numeric ones, and the named ones that providers send
enum HTMLEntities {
  /// Each reference replaced once; what is no reference stays as it is
  static func resolved(in text: String) -> String {
    var output = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      output += rest[..<ampersand]
      rest = rest[ampersand...]
      guard let semicolon = rest.prefix(12).firstIndex(of: ";"),
        let character = character(for: rest[rest.index(after: ampersand)..<semicolon])
      else {
        output.append("&")
        rest = rest.dropFirst()
        continue
      }
      output.unicodeScalars.append(character)
      rest = rest[rest.index(after: semicolon)...]
    }
    return output + rest
  }

  private static func character(for reference: Substring) -> Unicode.Scalar? {
    guard reference.first == "#" else {
      return named[String(reference)]
    }
    let digits = reference.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "©", "reg": "®", "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
    "bull": "•", "middot": "·", "deg": "°", "times": "×", "euro": "€", "pound": "£",
    "sect": "§", "shy": "\u{AD}", "szlig": "ß",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü",
    "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã", "aring": "å", "aelig": "æ",
    "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë",
    "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï", "ntilde": "ñ",
    "ograve": "ò", "oacute": "ó", "ocirc": "ô", "otilde": "õ", "oslash": "ø",
    "ugrave": "ù", "uacute": "ú", "ucirc": "û", "yacute": "ý",
    "Eacute": "É", "Agrave": "À", "Ccedil": "Ç", "Oslash": "Ø", "Aring": "Å",
  ]
}
