import CommandSyntax
import Platform

// Words that people type in place of this program's own values and options. Other names of a
// command, of its actions, and of an option, such as `--licence`, stand with these.

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
        .way("to save pictures: imgsearch download 1-5", for: takingPhotos.union([.pick])),
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

  private static let takingWords = Set(Command.all.filter { $0.words != .none })
  private static let takingPhotos: Set<Command> = [.show, .open, .credit, .download]
  /// Commands whose output option names a folder for pictures
  private static let takingFolder: Set<Command> = [.download, .browse, .mcp, .harvest]

  private static let collection: [OptionAdvice] = [
    .option("--to"),
    .way(
      "list it, then save all: imgsearch favorites list NAME; imgsearch download all",
      for: [.download]),
    .way("what is found can be collected then, see imgsearch help favorites", for: takingWords),
  ]

  private static let repacked =
    "save the pictures with download --sidecar json --name \"{provider}-{id}.{ext}\" -o FOLDER, "
    + "then pack them with GNU tar: cd FOLDER; tar --sort=name -cf ../000000.tar *"
}
