import Foundation
package import PhotoSearch
import Pictures
import Platform

/// A template for the names of saved pictures, e.g. `{provider}-{id}-{title}.{ext}`
///
/// A `/` in the template makes subfolders. A photo's own text never becomes more than part of one
/// name, so it can't make folders or lead out of the target folder.
package struct FileNameTemplate: Sendable {
  /// A part of a name: text, and the field after it; nil at the name's end
  private typealias Piece = (text: String, field: Field?)

  /// The fields that a template may have
  private enum Field: String, CaseIterable, Sendable {
    case provider, id, title, author, license, size, number
  }

  /// A problem with a template
  package enum Problem: Error, Hashable, CustomStringConvertible {
    /// The template contains a separator of another system, such as a backslash, or an empty folder
    /// name
    case separator
    /// The template has no field, so all photos would get the same name
    case withoutField
    /// `{ext}` isn't at the end
    case extensionInside
    /// An unknown field
    case unknownField(String)

    /// The problem, and what to write instead
    package var description: String {
      switch self {
      case .separator:
        "a '/' stands between the names of a folder and of what is in it, as in {author}/{title}; "
          + "'\\', '..' and names without a letter are none"
      case .withoutField: "a name takes at least one of \(fields)"
      case .extensionInside: "{ext} goes at the end, after a point"
      case .unknownField(let text): "a name takes \(fields) and .{ext} at its end, not '\(text)'"
      }
    }
  }

  package static let standard = "{provider}-{id}-{title}.{ext}"

  /// Most bytes of a name, with its extension
  private static let maxBytes = 200
  /// Characters that no name may begin with: it would be a hidden file, an option, a formula or a
  /// home folder. Nor does it begin with a combining mark, which would attach to the `/` before it
  private static let forbiddenStarts = "-. =+@%~_＝＋－＠".unicodeScalars

  /// The parts of each folder's name, and last of the picture's name
  private let names: [[Piece]]

  /// - Parameter text: may end with `.{ext}` or a picture's extension such as `.jpg`
  /// - Throws: ``Problem`` for an unknown field, for folders without a name or above the target,
  ///   and for a text without any field.
  package init(_ text: String) throws {
    var parts = text.components(at: "/")
    if let last = parts.popLast() { parts.append(Self.withoutExtension(last)) }
    guard parts.count == 1 || !parts.contains(where: Self.isNoName),
      !text.unicodeScalars.contains("\\")
    else { throw Problem.separator }
    names = try parts.map(Self.pieces)
    guard names.joined().contains(where: { $0.field != nil }) else { throw Problem.withoutField }
  }

  /// How many folders deep the template puts pictures
  var depth: Int { names.count - 1 }

  /// Whether a text is empty, or only has characters that no name may begin with
  private static func isNoName(_ part: Substring) -> Bool {
    part.unicodeScalars.allSatisfy { forbiddenStarts.contains($0) }
  }

  private static func withoutExtension(_ text: Substring) -> Substring {
    guard let point = text.lastIndex(ofASCII: "."),
      isExtension(text[text.utf8.index(after: point)...])
    else { return text }
    return text[..<point]
  }

  private static func pieces(of text: Substring) throws -> [Piece] {
    var rest = text
    var pieces: [Piece] = []
    while let brace = rest.utf8.firstIndex(where: "{}".utf8.contains) {
      guard let end = rest[brace...].firstIndex(ofASCII: "}"),
        let field = Field(rawValue: String(Substring(rest[brace..<end].utf8.dropFirst())))
      else { throw unknown(rest[brace...]) }
      pieces.append((String(rest[..<brace]), field))
      rest = rest[rest.utf8.index(after: end)...]
    }
    return pieces + [(String(rest), nil)]
  }

  /// A photo's name without its extension; never empty, and short enough for endings to be added
  ///
  /// - Parameters:
  ///   - size: the rendition's role or width, if it isn't the default, to be part of the name, so
  ///     that both sizes may be in one folder
  ///   - number: the photo's number in the run, from 1
  /// - Returns: the name, after its folders with a `/` each
  package func stem(for photo: Photo, size: String? = nil, number: Int = 1) -> String {
    func value(of field: Field) -> String {
      switch field {
      case .provider: FileNameText.cleaned(photo.id.service, limit: 40)
      case .id: FileNameText.cleaned(photo.id.native, limit: 80)
      case .title: FileNameText.cleaned(photo.title ?? "", limit: 120)
      case .author: FileNameText.cleaned(photo.author?.name ?? "", limit: 60)
      case .license: FileNameText.cleaned(photo.license?.name ?? "", limit: 40)
      case .size: size ?? PictureSource.defaultSize.rawValue
      // Three digits, so that sorting by name sorts by number
      case .number: number.text(digits: 3)
      }
    }
    let filled = names.map { pieces in
      pieces.map { FileNameText.literal($0.text) + ($0.field.map(value) ?? "") }.joined()
    }
    let ending = size.flatMap { has(.size) ? nil : "-\($0)" } ?? ""
    let folders = filled.dropLast().map { Self.folder($0) + "/" }
    return folders.joined() + Self.safe(filled.last ?? "", ending: ending)
  }

  /// The name for the second, third, … photo with the same name
  package static func stem(_ stem: String, number: Int) -> String {
    let parts = stem.components(at: "/")
    let folders = parts.dropLast().map { $0 + "/" }.joined()
    return folders + safe(String(parts.last ?? ""), ending: "-\(number)")
  }

  /// Whether a file's name proves that it is this photo's, as it contains service and id unchanged
  func identifies(_ photo: Photo, by file: String) -> Bool {
    guard has(.provider), has(.id), !has(.number) else { return false }
    let size =
      has(.size) ? Rendition.Role.allCases.map(\.rawValue).first(where: file.contains(bytes:)) : nil
    let stem = stem(for: photo, size: size)
    return [photo.id.service, photo.id.native].allSatisfy(stem.contains(bytes:))
      && [stem + ".", stem + "-"].contains(where: file.begins)
  }

  private func has(_ field: Field) -> Bool { names.joined().contains { $0.field == field } }

  /// - Parameters:
  ///   - ending: makes the name differ from others
  ///   - instead: the name if nothing is left of the text
  private static func safe(
    _ text: String, ending: String = "", instead: String = "picture"
  ) -> String {
    let start = text.unicodeScalars.drop { forbiddenStarts.contains($0) || $0.isCombiningMark }
    var stem = FileNameText.shortened(String(start), to: maxBytes - 6 - ending.utf8.count)
    if stem.isEmpty { stem = instead }
    if isReserved(stem) { stem = "file-" + stem }
    return stem + ending
  }

  /// A folder's name without endings that mean something here: `credits.csv` is the file of
  /// credits, and `1.imgsearch.part` an unfinished picture
  private static func folder(_ text: String) -> String {
    let name = safe(text, instead: "unknown")
    let (stem, ending) = FileNameText.split(name)
    let isFile =
      PictureType.isExtension(ending)
      || ["csv", "json", "part", "note", "imgsearch"].contains(ending.lowercased())
    return isFile ? "\(stem)-\(ending)" : name
  }

  /// Whether a text is `{ext}` or a picture's extension such as `jpg`
  private static func isExtension(_ text: Substring) -> Bool {
    let text = text.lowercased()
    return text == "{ext}" || PictureType.isExtension(text) || PictureType(rawValue: text) != nil
  }

  /// Whether Windows reserves a name for a device, with any extension
  private static func isReserved(_ stem: String) -> Bool {
    let name = stem.prefix { $0 != "." }.uppercased().filter { $0 != " " }
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(name) { return true }
    return name.count == 4 && (name.begins(with: "COM") || name.begins(with: "LPT"))
      && name.last.map { "0123456789¹²³".contains($0) } ?? false
  }

  private static var fields: String {
    Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
  }

  private static func unknown(_ text: Substring) -> Problem {
    let end = text.firstIndex(ofASCII: "}").map(text.utf8.index(after:)) ?? text.endIndex
    // Cut by scalars, because one Character may have any length.
    let name = Substring(text[..<end].unicodeScalars.prefix(24))
    return name.begins(with: "{ext}") ? .extensionInside : .unknownField(String(name))
  }
}

/// Makes text from outside safe for a file name: no separators, hidden or control characters, and
/// none that a shell or another file system has trouble with
enum FileNameText {
  /// The text without unsafe characters; may be empty
  ///
  /// - Parameter limit: most bytes of UTF-8
  static func cleaned(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var gap = false
    // Only as much is read as can be kept. It is composed first, because U+1FEF becomes a backtick.
    let start = String(text.unicodeScalars.prefix(4 * limit))
    var rest = start.composed.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch role(of: scalar) {
      case .kept:
        if gap, !result.isEmpty { result.append("-") }
        gap = false
        result.append(scalar)
      case .joiner where !gap && joins(result.last, rest.first): result.append(scalar)
      case .gap: gap = true
      case .joiner, .dropped: continue
      }
    }
    let composed = String(result).composed
    return shortened(composed, to: limit)
  }

  /// A template's own text as it was typed, without characters that no name may have
  static func literal(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isKept =
        switch role(of: scalar) {
        case .kept: true
        case .joiner: joins(result.last, rest.first)
        case .gap, .dropped: " -$`".unicodeScalars.contains(scalar)
        }
      if isKept { result.append(scalar) }
    }
    return String(result).composed
  }

  /// The start of a text, cut between characters, without characters that should not end a name
  static func shortened(_ text: String, to limit: Int) -> String {
    var text = text[...]
    if text.utf8.count > limit {
      var bytes = 0
      text = text.prefix { character in
        bytes += character.utf8.count
        return bytes <= limit
      }
    }
    var scalars = text.unicodeScalars
    while let last = scalars.last, "-. _\u{200C}\u{200D}".unicodeScalars.contains(last) {
      scalars.removeLast()
    }
    return String(scalars)
  }

  /// A file name's stem and extension, without the point between them; the extension may be empty
  static func split(_ name: String) -> (stem: String, ending: String) {
    guard let point = name.lastIndex(ofASCII: ".") else { return (name, "") }
    return (String(name[..<point]), String(name[point...].unicodeScalars.dropFirst()))
  }

  private enum Role { case kept, joiner, gap, dropped }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    if scalar.value < 0x80 {
      return scalar.value < 0x21 || "/\\:*?\"<>|-`$".unicodeScalars.contains(scalar)
        ? .gap : scalar.value == 0x7F ? .dropped : .kept
    }
    if scalar.isJoiner { return .joiner }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .gap
    case .control, .format, .surrogate, .privateUse, .unassigned: return .dropped
    default:
      // Characters that look like a separator
      return [0x2044, 0x2215, 0x29F8, 0xFF0F, 0xFF3C, 0x2216].contains(scalar.value) ? .gap : .kept
    }
  }

  /// Whether a joiner has an effect between these two: between letters, and between emoji
  private static func joins(_ base: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    [base, next].allSatisfy { scalar in
      // A joiner has no effect between ASCII letters, and would make the name impossible to type.
      guard let scalar, !scalar.isASCII else { return false }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark: return true
      default: return scalar.properties.isAlphabetic || scalar.properties.isEmoji
      }
    }
  }
}
