import CommandSyntax
import ModelContext
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// The actions of the tool `favorites`
enum AssistantFavoritesAction: String, CaseIterable {
  case list, add, remove, rename
}

extension AssistantTool {
  /// The tool's arguments
  var arguments: [JSONSchema.Member] {
    switch self {
    case .search:
      [
        optional(
          "words", .string(), "keywords or a sentence; -word leaves photos out")
      ] + Self.paging + SearchArgument.members(FilterRow.all) + [
        optional("addresses", .boolean, "also each picture's address (false)")
      ]
    case .list:
      Self.paging
        + SearchArgument.members(
          [.author, .tag, .license, .orientation, .minWidth], isShort: true, isList: true)
    case .similar:
      [optional("id", .string(), "the photo; not needed with cursor")] + Self.paging
        + SearchArgument.members([.license, .orientation, .minWidth], isShort: true)
    case .show: [Self.id, Self.ids(max: Self.maxShown)]
    case .look: [Self.ids(max: Self.maxPictures, isRequired: true)]
    case .credit:
      [
        Self.id, Self.ids(max: Self.maxNamed),
        optional("format", .string(choices: CreditText.Form.names), "(text)"),
      ]
    case .download:
      [
        Self.ids(max: Self.maxNamed, isRequired: true),
        optional(
          "size", .string(choices: Rendition.Role.names),
          "(as its search asks, else \(PictureSource.defaultSize.rawValue))"
        ),
        optional(
          OptionTable.savedWidth.row.name, .integer(1...Int.max),
          "or at least so wide"),
        optional(
          "name", .string(),
          "how to name the files (\(FileNameTemplate.standard)); also {author}, {license}, {size}, "
            + "{number}, and / for folders"),
      ]
    case .favorites:
      [
        optional(
          "action", .string(choices: AssistantFavoritesAction.names), "(list)"),
        Self.ids(max: Self.maxNamed), optional("collection", .string()),
        optional("new_name", .string(), "for rename"),
        optional("count", .integer(1...Self.maxCount), "photos to list (\(Self.standardCount))"),
        optional("from", .integer(1...Int.max), "the first to list (1)"),
      ]
    case .history:
      [
        optional("words", .string(), "only searches that contain them"),
        optional("count", .integer(1...Self.maxCount), "searches to give (\(Self.standardCount))"),
      ]
    }
  }

  private static let paging = [
    optional("count", .integer(1...maxCount), "photos to give (\(standardCount))"),
    optional("cursor", .string(), "`next` of an answer"),
  ]

  private static let id = optional("id", .string(), "or its page's address")
  private static func ids(max: Int, isRequired: Bool = false) -> JSONSchema.Member {
    .init("ids", .list(.string(), max: max), isRequired: isRequired)
  }

  /// The schema of the answer; nil for pictures
  var answer: JSONSchema? {
    switch self {
    case .search:
      .object([
        .init("photos", .list(.object(PhotoRows.members))), PhotoRows.terms,
        .init("next", .nullable(.string()), "null at the end"),
        .init("notices", .list(.string()), "why a service gave nothing, what filters left out"),
        .init("requests", .integer(), "pages asked for"),
        optional("quota", .list(.string()), "requests left, where a service says it"),
      ])
    case .list, .similar:
      .object([
        .init("photos", Self.rows), .init("terms", Self.rows), .init("next", .nullable(.string())),
        .init("notices", .list(.string())),
      ])
    case .show:
      .object([
        .init("photos", .list(.object(PhotoRows.details))), .init("terms", Self.rows), Self.failed,
      ])
    case .look: nil
    case .credit:
      .object([
        .init("credits", .list(.object([.init("id", .string()), .init("credit", .string())]))),
        Self.failed,
      ])
    case .download:
      .object([
        .init("folder", .string()),
        .init(
          "files",
          .list(
            .object([
              .init("id", .string()), .init("file", .string()),
              .init("isNew", .boolean), .init("size", .nullable(.string())),
              optional("note", .string()),
              optional("larger", .string(), "a `size` with more pixels"),
            ]))),
        Self.failed,
      ])
    case .favorites:
      .object([
        optional("photos", Self.rows), optional("terms", Self.rows),
        optional("total", .integer(), "photos in all"),
        optional(
          "collections", .list(.object([.init("name", .string()), .init("count", .integer())]))),
        optional("added", .list(.string())),
        optional(
          "removed",
          .list(.object([.init("id", .string()), .init("collections", .list(.string()))]))),
        optional("renamed", .string()), optional("failed", Self.failed.schema),
      ])
    case .history:
      .object([
        .init(
          "searches",
          .list(
            .object([
              optional("words", .string()), .init("options", .list(.string())),
              .init("photos", .integer()), .init("searched", .string()),
            ])))
      ])
    }
  }

  /// Rows and terms, which the schema of a search describes
  private static let rows = JSONSchema.list(.anyObject)
  private static let failed = JSONSchema.Member("failed", rows)
}

/// A member that may be missing
func optional(
  _ name: String, _ schema: JSONSchema, _ summary: String = ""
) -> JSONSchema.Member {
  .init(name, schema, isRequired: false, summary)
}
