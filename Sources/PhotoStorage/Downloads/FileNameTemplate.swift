package import PhotoSearch
import Foundation

/// How saved pictures are named: `{provider}-{id}-{title}.{ext}`, filled from what is known of a
/// photo
///
/// Whatever a photo says, what comes out is the name of a file in the folder, and never a path.
package struct FileNameTemplate: Sendable {
  /// What a name is made of
  private enum Piece: Sendable {
    case text(String)
    case field(Field)
  }

  /// What a template may ask for
  private enum Field: String, CaseIterable, Sendable {
    case provider, id, title, author, license
  }

  /// What is wrong with a template
  package enum Problem: Error, Hashable, CustomStringConvertible {
    /// It holds what separates folders
    case separator
    /// Nothing in it differs from photo to photo
    case withoutField
    /// `{ext}` stands elsewhere than at the end
    case extensionInside
    /// What stands where a field should
    case unknownField(String)

    /// What is wrong, and what to write instead
    package var description: String {
      switch self {
      case .separator: "a name has no '/' or '\\' in it; the folder is chosen apart from it"
      case .withoutField: "a name takes at least one of \(fields)"
      case .extensionInside: "{ext} goes at the end, after a point"
      case .unknownField(let text): "a name takes \(fields) and .{ext} at its end, not '\(text)'"
      }
    }
  }

  package static let standard = "{provider}-{id}-{title}.{ext}"

  /// Bytes of a name, with its extension
  private static let longest = 200
  /// Hidden files, options, formulas, a home folder: all by what a name begins with
  private static let noStart = "-. =+@%~_＝＋－＠".unicodeScalars

  private let pieces: [Piece]

  /// - Parameter text: with `.{ext}` at its end, a picture's extension such as `.jpg`, or neither
  /// - Throws: ``Problem`` for an unknown field, for separators, and for a text without any field.
  package init(_ text: String) throws {
    var rest = text[...]
    if let point = rest.lastPlace(of: "."), Self.isExtension(rest[rest.utf8.index(after: point)...])
    {
      rest = rest[..<point]
    }
    guard !rest.holds("/"), !rest.holds("\\") else {
      throw Problem.separator
    }
    var pieces: [Piece] = []
    while let brace = rest.utf8.firstIndex(where: "{}".utf8.contains) {
      if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
      guard let end = rest[brace...].firstPlace(of: "}"),
        let field = Field(rawValue: String(Substring(rest[brace..<end].utf8.dropFirst())))
      else { throw Self.unknown(rest[brace...]) }
      pieces.append(.field(field))
      rest = rest[rest.utf8.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    guard pieces.contains(where: { if case .field = $0 { true } else { false } }) else {
      throw Problem.withoutField
    }
    self.pieces = pieces
  }

  /// A photo's name without extension: never empty, and room left for what is to follow it
  package func stem(for photo: Photo) -> String {
    let filled = pieces.map { piece in
      switch piece {
      case .text(let text): FileNamePart.literal(text)
      case .field(let field): Self.value(of: field, in: photo)
      }
    }.joined()
    return Self.safe(filled, number: nil)
  }

  /// The name for the second, third, … photo of one name
  package static func stem(_ stem: String, number: Int) -> String { safe(stem, number: number) }

  /// Whether a file of that name, if it is one of this template, is the photo's for certain: it
  /// holds the service and the id as they are
  func identifies(_ photo: Photo, by file: String) -> Bool {
    let fields = pieces.compactMap { if case .field(let field) = $0 { field } else { nil } }
    guard fields.contains(.provider), fields.contains(.id) else { return false }
    let stem = stem(for: photo)
    return [photo.id.service, photo.id.native].allSatisfy(stem.contains)
      && [stem + ".", stem + "-"].contains(where: file.hasPrefix)
  }

  private static func value(of field: Field, in photo: Photo) -> String {
    switch field {
    case .provider: FileNamePart.cleaned(photo.id.service, limit: 40)
    case .id: FileNamePart.cleaned(photo.id.native, limit: 80)
    case .title: FileNamePart.cleaned(photo.title ?? "", limit: 120)
    case .author: FileNamePart.cleaned(photo.author?.name ?? "", limit: 60)
    case .license: FileNamePart.cleaned(photo.license?.name ?? "", limit: 40)
    }
  }

  /// - Parameter number: what tells it from others of this name
  private static func safe(_ text: String, number: Int?) -> String {
    let ending = number.map { "-\($0)" } ?? ""
    let start = text.unicodeScalars.drop { noStart.contains($0) }
    var stem = FileNamePart.shortened(String(start), to: longest - 6 - ending.utf8.count)
    if stem.isEmpty { stem = "picture" }
    if isReserved(stem) { stem = "file-" + stem }
    return stem + ending
  }

  /// Whether it is the extension: `{ext}`, or that of a picture such as `jpg`
  private static func isExtension(_ text: Substring) -> Bool {
    let text = text.lowercased()
    return text == "{ext}" || PictureType.isExtension(text) || PictureType(rawValue: text) != nil
  }

  /// Names that Windows keeps for devices, with any extension
  private static func isReserved(_ stem: String) -> Bool {
    let name = stem.prefix { $0 != "." }.uppercased().filter { $0 != " " }
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(name) { return true }
    return name.count == 4 && (name.hasPrefix("COM") || name.hasPrefix("LPT"))
      && name.last.map { "0123456789¹²³".contains($0) } ?? false
  }

  private static var fields: String {
    Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
  }

  private static func unknown(_ text: Substring) -> Problem {
    let end = text.firstPlace(of: "}").map(text.utf8.index(after:)) ?? text.endIndex
    let name = text[..<end].prefix(24)
    return name.begins(with: "{ext}") ? .extensionInside : .unknownField(String(name))
  }
}
