import CommandSyntax
import PhotoSearch
import Platform

// Words that people type in place of this program's own. Other names of a command, of its actions,
// and of an option, such as `--licence`, stand with these.

extension Synonyms {
  static let imgsearch = Synonyms(
    values: [
      "markdown": ["md"], "ndjson": ["jsonl", "jsonlines"], "text": ["txt"], "urls": ["url"],
      "picture": ["url", "image"], "page": ["link"],
      "license": ["licence", "licenses", "licences"],
      "wikimedia": ["commons", "wikimediacommons"], "landscape": ["wide", "horizontal"],
      "portrait": ["tall", "vertical"], "square": ["squarish"],
      "latest": ["newest", "recent", "date"], "relevant": ["relevance"], "blackandwhite": ["bw"],
      "off": ["none"], "commercial": ["commercialuse"],
      "modification": ["editable", "edit", "modify", "modifications", "derivatives"],
      "environment": ["env", "variables"], "exit": ["exitcodes", "codes"], "filters": ["filter"],
      "formats": ["format"],
    ],
    shorthands: [
      Shorthand("free", for: ["license"]) { _ in ["--license", "free"] },
      Shorthand(
        "year",
        accepted: "a year, such as 2020, or the first and the last of several: 2018-2020",
        for: ["since", "until"]
      ) { text in
        let years = text.components(at: "-").map(String.init)
        let areYears = years.allSatisfy { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isDigit) }
        guard areYears, years.count <= 2 else { return nil }
        return ["--since", years[0], "--until", years[years.count - 1]]
      },
    ],
    options: [
      ["min-width", "min-height", "min-megapixels"]: [.option("--width PIXELS")],
      ["wide", "horizontal"]: [.option("--orientation landscape")],
      ["tall", "vertical"]: [.option("--orientation portrait")],
      ["photographer", "by", "artist", "creator", "user", "username"]: [.option("--author")],
      ["tags", "keyword", "keywords"]: [.option("--tag")],
      ["date", "after", "newer"]: [.option("--since DATE")],
      ["before", "older"]: [.option("--until DATE")],
      ["licence-type", "license-type", "commercial-use", "cc", "rights"]: [.option("--license")],
      ["nsfw", "no-safe", "unsafe", "adult"]: [.option("--safe off")],
      ["silent"]: [.option("--quiet")], ["newest", "latest", "recent"]: [.option("--sort latest")],
      ["public-domain"]: [.option("--license public")], ["no-color"]: [.option("--color never")],
      ["order", "order-by", "sort-by"]: [.option("--sort")],
      ["exclude", "except", "skip", "not"]: [
        .option("--without WORD, or --provider -NAME for a service"),
        .option("--provider -NAME for a service"),
      ],
      ["preview", "thumbnails", "images"]: [.option("--pictures"), .option("--dry-run")],
      ["accessible", "screen-reader"]: [.way("set the variable ACCESSIBLE=1")],
      [
        "only", "source", "sources", "service", "services", "site", "engine", "from", "providers",
      ]: [.option("--provider")] + collection,
      ["collection", "album", "into"]: collection,
      ["count", "limit", "max", "number", "results", "num", "per-page", "top"]: [
        .option("--count"), .way("name the photos, such as 1-5", for: takingPhotos),
      ],
      ["out", "outfile", "file"]: [
        .option("--output", of: takingFolder),
        .way(
          "a list goes into a file with --output FILE, pictures: imgsearch download 1-5",
          taking: "--output"),
      ],
      ["folder", "dir", "directory", "dest", "destination", "save", "output-dir"]: [
        .option("--output", of: takingFolder),
        .way("a list saves no pictures; then: imgsearch download 1-5", taking: "--output"),
        .way("to save pictures: imgsearch download 1-5", for: takingPhotos.union(rows([.pick]))),
      ],
      ["query", "search", "words", "text"]: [
        .way("type it as a word: services look for words in titles and tags", for: takingWords)
      ],
      ["large", "hd", "big", "hires", "resolution", "min-size", "width", "quality"]: [
        .option("--min-width PIXELS"), .option("--size"),
      ],
      ["page", "offset", "start"]: [.way("imgsearch more goes on with the list", for: takingWords)],
      ["taken", "date-taken"]: [
        .way("--since and --until go by the date of publication", taking: "--since")
      ],
    ],
    retiredOptions: [
      "tar": repacked, "per-shard": repacked,
      "gzip": "leave it out, and pack the files when all are complete: gzip FOLDER/*.ndjson",
    ])

  private static let takingWords = rows(Command.allCases.filter { $0.words != .none })
  private static let takingPhotos = rows([.show, .open, .credit, .download])
  /// Commands whose output option names a folder for pictures
  private static let takingFolder = rows([.download, .browse, .mcp, .harvest])

  private static func rows(_ commands: [Command]) -> Set<CommandRow> { Set(commands.map(\.row)) }

  private static let collection: [OptionAdvice] = [
    .option("--to"),
    .way(
      "list it, then save all: imgsearch favorites list NAME; imgsearch download all",
      for: rows([.download])),
    .way("what is found can be collected then, see imgsearch help favorites", for: takingWords),
  ]

  private static let repacked =
    "save the pictures with download --sidecar json --name \"{provider}-{id}.{ext}\" -o FOLDER, "
    + "then pack them with GNU tar: cd FOLDER; tar --sort=name -cf ../000000.tar *"
}

extension ProviderCatalog {
  /// The provider of a name as people write it, such as `Commons`; nil for any other word
  static func profile(meantBy name: String) -> ProviderProfile? {
    let id = Synonyms.imgsearch.choice(name, among: profiles.map(\.id.rawValue))
    return profiles.first { $0.id.rawValue == id }
  }
}

extension Command {
  /// The line, without the program's name, that is meant by words for which nobody would search,
  /// such as `save 3`; nil for words to search for: `next door`, `view of rome`
  ///
  /// - Parameter words: those after the first one
  static func line(meantBy typed: String, _ words: [String]) -> String? {
    let (name, text) = (typed.lowercased(), words.joined(separator: " "))
    let first = words.first?.lowercased() ?? ""
    func isPhoto(_ word: String) -> Bool { PhotoOperand.named(by: word) != nil }
    func number(_ line: String) -> String? {
      words.count == 1 ? Int(text).map { "\(line) \($0)" } : nil
    }
    func photos(_ line: String, _ end: String = "", areNamed: Bool = false) -> String? {
      let areMeant = words.allSatisfy { $0 == "-" && !areNamed || isPhoto($0) }
      return areMeant && !words.isEmpty ? "\(line) \(text)\(end)" : nil
    }
    func photosIfAny(_ line: String, _ end: String = "") -> String? {
      words.isEmpty ? "\(line) <photo>\(end)" : photos(line, end)
    }
    return switch name {
    case "save", "get": photosIfAny("download")
    case "url": photosIfAny("show", " --field picture")
    case "link": photosIfAny("show", " --field page")
    case "view": photosIfAny("open")
    case "image": photosIfAny("open", " --picture")
    case "info", "details": photos("show")
    case "copy": photos("credit", " --copy")
    case "related": photos("similar")
    case "like", "star", "bookmark": photos("favorites add", areNamed: true)
    case _ where favorites.row.otherNames.contains(name): photos("favorites add", areNamed: true)
    case "delete", "remove", "rm", "unlike", "unfav": photos("favorites remove", areNamed: true)
    case "collection", "collections":
      words.isEmpty
        ? "favorites collections"
        : favorites.row.action(named: first)
          .map { (["favorites", $0.name] + words.dropFirst()).joined(separator: " ") }
          ?? photos("favorites add", " --to NAME")
    case "repeat": number("again")
    case "next":
      words.isEmpty || words.count == 1 && ["page", "photos", "results"].contains(first)
        ? "more" : number("more -n")
    case "completion":
      words.count == 1 && Shell(rawValue: text) != nil ? "completions \(text)" : nil
    case "config": words.isEmpty || isSetting(first) || isPhoto(first) ? "help config" : nil
    default:
      words.isEmpty && name.first?.isNumber == true
        ? PhotoOperand.named(by: typed).map { "\($0.count == 1 ? show : open) \(typed)" } : nil
    }
  }

  /// Whether a word is a setting's name, or what other programs do with settings
  private static func isSetting(_ word: String) -> Bool {
    ["set", "get", "list", "show", "edit", "path", "file", "keys"].contains(word)
      || OptionTable.configurable.contains { $0.setting.lowercased() == word }
  }
}
