import ModelContext
import PhotoSearch
import Platform

/// The JSON Schema (2020-12) of what `-f json`, `-f ndjson` and `show -f json` print
///
/// Its descriptions are those of `help json`.
enum OutputSchema {
  static var text: String {
    JSONWriter.object(capacity: 16_384) { json in
      json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.member(
        "title", "Output of imgsearch: a list, a photo of it, or a photo that show prints")
      json.member("anyOf")
      json.list([list, .object(photo), .object(photo + details)]) { json, schema in
        json.object { schema.write(to: &$0) }
      }
    }
  }

  private static var list: JSONSchema {
    .object(
      [
        .init("query", .object(query)),
        .init("photos", .list(.object(photo))),
        .init("next", .nullable(.string())),
        .init("providers", .list(.object(report))),
      ].map { described($0, by: HelpTexts.jsonList) })
  }

  /// The members of `query`; null for a filter that isn't set
  private static var query: [JSONSchema.Member] {
    [
      .init("words", .nullable(.string())), .init("providers", .list(.string())),
      .init("merge", .string(choices: MergeOrder.allCases.map(\.rawValue))),
      .init("strictWords", .boolean),
    ]
      + SearchFilter.all.map { filter in
        .init(
          filter.member, filter.values == .flag ? .boolean : .nullable(.string()), filter.summary)
      }
      + [.init("similar", words, "the photo that the list's photos are like")]
  }

  private static let report: [JSONSchema.Member] = [
    .init("id", .string()),
    .init("status", .string(choices: ["ok", "ended", "failed", "skipped"])),
    .init("shown", .integer(0...Int.max)), .init("total", count),
    .init("requests", .integer(0...Int.max)), .init("leftOut", .integer(0...Int.max)),
    .init("asked", words), .init("error", words),
  ]

  private static let words = JSONSchema.nullable(.string())
  private static let count = JSONSchema.nullable(.integer(0...Int.max))
  private static let pixels = JSONSchema.nullable(.integer(1...Int.max))

  private static var photo: [JSONSchema.Member] {
    [
      .init("id", .string()), .init("provider", .string()), .init("origin", .string()),
      .init("title", words), .init("description", words),
      .init("author", .nullable(.object([.init("name", words), .init("url", words)]))),
      .init("page", .string()), .init("width", pixels), .init("height", pixels),
      .init("renditions", .list(.object(rendition))),
      .init("license", .nullable(.object(license))), .init("credit", .string()),
      .init("likes", .nullable(.integer())), .init("published", words), .init("color", words),
      .init("blurHash", words), .init("tags", .list(.string())), .init("downloadLocation", words),
      .init("isAIGenerated", .nullable(.boolean)), .init("looksLike", words), .init("taken", words),
      .init("favorite", .boolean),
    ].map { described($0, by: HelpTexts.jsonPhoto) }
  }

  private static let rendition: [JSONSchema.Member] = [
    .init("role", .string(choices: Rendition.Role.allCases.map(\.rawValue))),
    .init("url", .string()), .init("width", pixels), .init("height", pixels),
    .init("lasts", .boolean, isRequired: false),
  ]

  private static let license: [JSONSchema.Member] = [
    .init("id", .string()), .init("name", .string()), .init("url", words),
    .init("permits", .list(.string()), isRequired: false),
  ]

  private static var details: [JSONSchema.Member] {
    let place =
      ["name", "city", "country"].map { JSONSchema.Member($0, words) }
      + ["latitude", "longitude"].map { .init($0, .nullable(.number)) }
    let camera = ["make", "model", "exposureTime", "aperture", "focalLength"].map {
      JSONSchema.Member($0, words)
    }
    return [
      .init("place", .nullable(.object(place))),
      .init("camera", .nullable(.object(camera + [.init("iso", .nullable(.integer()))]))),
      .init("views", count), .init("downloads", count),
    ].map { described($0, by: HelpTexts.jsonDetails) }
  }

  /// A member with the words that the help has for it
  private static func described(
    _ member: JSONSchema.Member, by entries: [HelpTexts.Entry]
  ) -> JSONSchema.Member {
    let entry = entries.first { $0.term.parts(at: ",").contains { $0.trimmed == member.name } }
    return .init(member.name, member.schema, isRequired: member.isRequired, entry?.text ?? "")
  }
}
