import PhotoSearch
import Platform

/// The members of what `-f json`, `-f ndjson` and `show -f json` print: their types, for the JSON
/// Schema (2020-12) of `help json --schema`, and their meanings, for `help json`, too
package enum OutputSchema {
  /// Members that have one type and are explained together
  package struct Row: Sendable {
    package let names: String
    let schema: JSONSchema
    let text: String

    /// - Parameter names: with a comma between two
    init(_ names: String, _ schema: JSONSchema, _ text: String) {
      (self.names, self.schema, self.text) = (names, schema, text)
    }

    /// The row as the help prints it
    package var entry: (term: String, text: String) { (names, text) }

    fileprivate var members: [JSONSchema.Member] {
      names.parts(at: ",").map { .init($0.trimmed, schema, text) }
    }
  }

  /// The JSON Schema of all that is printed
  package static var text: String {
    JSONWriter.object(capacity: 16_384) { json in
      json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.member(
        "title", "Output of imgsearch: a list, a photo of it, or a photo that show prints")
      json.member("anyOf")
      json.list([list, photo, photo + details]) { json, rows in
        json.object { JSONSchema.object(rows.flatMap(\.members)).write(to: &$0) }
      }
    }
  }

  /// The members of a list
  package static let list = [
    Row(
      "query", .object(query),
      "what was asked: words, providers, merge, each filter by its name; similar: the photo that "
        + "these are like"),
    Row("photos", .list(.object(photo.flatMap(\.members))), "the photos, in the order of the list"),
    Row("next", words, "the cursor that continues the list, for --cursor; null at the end"),
    Row(
      "providers", .list(.object(report)),
      "what each did: id, status (ok, ended, failed, skipped), shown, total, requests, leftOut, "
        + "asked (the words that were sent; null for those that were typed), error"),
  ]

  /// The members of a photo
  package static let photo = [
    Row("id", .string(), "its name for every command, such as flickr:43213681030"),
    Row("provider", .string(), "the service that was asked"),
    Row("origin", .string(), "the id at the service that has the original"),
    Row("title, description", words, "plain text on one line"),
    Row("author", .nullable(.object([.init("name", words), .init("url", words)])), "name, url"),
    Row("page", .string(), "the address of its page"),
    Row("width, height", pixels, "pixels of the picture"),
    Row(
      "renditions", .list(.object(rendition)),
      "the sizes there are: role, url, width, height; lasts is false for an address that expires"),
    Row(
      "license", .nullable(.object(license)),
      "id as in SPDX, else LicenseRef-…; name, url; null is unknown and permits nothing"),
    Row("credit", .string(), "the line to put beside the picture"),
    Row("likes", .nullable(.integer()), "a number"),
    Row("published", words, "when it was published, in UTC: 2023-05-01T12:00:00Z"),
    Row("color", words, "the average color, such as #5ba8a0"),
    Row("blurHash", words, "a blurred picture as a short text (blurha.sh)"),
    Row("tags", .list(.string()), "words that its author or service gave it"),
    Row("downloadLocation", words, "the address that tells Unsplash of a download"),
    Row("isAIGenerated", .nullable(.boolean), "whether the picture is machine-made"),
    Row("looksLike", words, "the id of an earlier photo of the list that has the same picture"),
    Row(
      "taken", words,
      "when the picture was taken, as far as is known: 2014, 2014-05, 2014-05-03T14:30:09"),
    Row("favorite", .boolean, "whether it is one of your favorites"),
  ]

  /// The members that `show` adds
  package static let details = [
    Row("place", .nullable(.object(place)), "name, city, country, latitude, longitude"),
    Row(
      "camera", .nullable(.object(camera)), "make, model, exposureTime, aperture, focalLength, iso"),
    Row("views, downloads", count, "numbers"),
  ]

  private static let words = JSONSchema.nullable(.string())
  private static let count = JSONSchema.nullable(.integer(0...Int.max))
  private static let pixels = JSONSchema.nullable(.integer(1...Int.max))

  /// The members of `query`; null for a filter that isn't set
  private static var query: [JSONSchema.Member] {
    [
      .init("words", words), .init("providers", .list(.string())),
      .init("merge", .string(choices: MergeOrder.allCases.map(\.rawValue))),
      .init("strictWords", .boolean),
    ]
      + FilterRow.all.map { filter in
        .init(filter.member, filter.values == .flag ? .boolean : words, filter.summary)
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

  private static let rendition: [JSONSchema.Member] = [
    .init("role", .string(choices: Rendition.Role.allCases.map(\.rawValue))),
    .init("url", .string()), .init("width", pixels), .init("height", pixels),
    .init("lasts", .boolean, isRequired: false),
  ]

  private static let license: [JSONSchema.Member] = [
    .init("id", .string()), .init("name", .string()), .init("url", words),
    .init("permits", .list(.string()), isRequired: false),
  ]

  private static let place: [JSONSchema.Member] =
    ["name", "city", "country"].map { .init($0, words) }
    + ["latitude", "longitude"].map { .init($0, .nullable(.number)) }

  private static let camera: [JSONSchema.Member] =
    ["make", "model", "exposureTime", "aperture", "focalLength"].map { .init($0, words) }
    + [.init("iso", .nullable(.integer()))]
}
