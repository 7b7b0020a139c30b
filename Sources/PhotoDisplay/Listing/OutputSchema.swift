package import PhotoSearch

/// The members of what `-f json`, `-f ndjson` and `show -f json` print: their types, for the JSON
/// Schema (2020-12) of `help json --schema`, their meanings, for `help json`, too, and the names that
/// `--fields` takes
package enum OutputSchema {
  /// The JSON Schema of all that is printed
  package static var text: String {
    JSONWriter.object(capacity: 16_384) { json in
      json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.member(
        "title", "Output of imgsearch: a list, a photo of it, or a photo that show prints")
      json.member("anyOf")
      json.list([list, photo, photo + details]) { json, members in
        json.object { JSONSchema.object(members).write(to: &$0) }
      }
    }
  }

  /// Members as the help prints them; neighbors of one meaning are one entry
  package static func entries(_ members: [JSONSchema.Member]) -> [(term: String, text: String)] {
    members.reduce(into: []) { entries, member in
      if let last = entries.indices.last, entries[last].text == member.summary {
        entries[last].term += ", " + member.name
      } else {
        entries.append((member.name, member.summary))
      }
    }
  }

  /// The members of a list
  package static let list: [JSONSchema.Member] = [
    .init(
      "query", .object(query),
      "what was asked: words, providers, merge, each filter by its name; similar: the photo that "
        + "these are like"),
    .init("photos", .list(.object(photo)), "the photos, in the order of the list"),
    .init("next", words, "the cursor that continues the list, for --cursor; null at the end"),
    .init(
      "providers", .list(.object(report)),
      "what each did: id, status (ok, ended, failed, skipped), shown, total, requests, leftOut, "
        + "asked (the words that were sent; null for those that were typed), error"),
  ]

  /// The members of a photo: a new one is a row here, and has two lines in ``PhotoJSON``
  package static let photo: [JSONSchema.Member] = [
    .init("id", .string(), "its name for every command, such as flickr:43213681030"),
    .init("provider", .string(), "the service that was asked"),
    .init("origin", .string(), "the id at the service that has the original"),
    .init("title", words, "plain text on one line"),
    .init("description", words, "plain text on one line"),
    .init(
      "author", .nullable(.object([.init("name", words), .init("url", words)])), "name, url"),
    .init("page", .string(), "the address of its page"),
    .init("width", pixels, "pixels of the picture"),
    .init("height", pixels, "pixels of the picture"),
    .init(
      "renditions", .list(.object(rendition)),
      "the sizes there are: role, url, width, height; lasts is false for an address that expires"),
    .init(
      "license", .nullable(.object(license)),
      "id as in SPDX, else LicenseRef-…; name, url; null is unknown and permits nothing"),
    .init("credit", .string(), "the line to put beside the picture"),
    .init("likes", .nullable(.integer()), "a number"),
    .init("published", words, "when it was published, in UTC: 2023-05-01T12:00:00Z"),
    .init("color", words, "the average color, such as #5ba8a0"),
    .init("blurHash", words, "a blurred picture as a short text (blurha.sh)"),
    .init("tags", .list(.string()), "words that its author or service gave it"),
    .init("downloadLocation", words, "the address that tells Unsplash of a download"),
    .init("isAIGenerated", .nullable(.boolean), "whether the picture is machine-made"),
    .init("looksLike", words, "the id of an earlier photo of the list that has the same picture"),
    .init(
      "taken", words,
      "when the picture was taken, as far as is known: 2014, 2014-05, 2014-05-03T14:30:09"),
    .init("favorite", .boolean, "whether it is one of your favorites"),
  ]

  /// The members that `show` adds
  package static let details: [JSONSchema.Member] = [
    .init("place", .nullable(.object(place)), "name, city, country, latitude, longitude"),
    .init(
      "camera", .nullable(.object(camera)),
      "make, model, exposureTime, aperture, focalLength, iso"),
    .init("views", count, "numbers"), .init("downloads", count, "numbers"),
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

/// A fact of a photo that `--fields` names: a path in the photo's JSON, or one of CSV's columns
package struct FieldName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// All names, in the order of the JSON and then of the columns that it doesn't have
  package static let all =
    OutputSchema.photo.flatMap { member in
      guard case .nullable(.object(let parts)) = member.schema else { return [member.name] }
      return [member.name] + parts.filter(\.isRequired).map { "\(member.name).\($0.name)" }
    } + ["url", "caption", "license_url"]

  /// Whether the value is a list of objects, which no cell of a table can hold
  package var isListOfObjects: Bool { rawValue == "renditions" }
}
