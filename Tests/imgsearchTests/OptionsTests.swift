import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Terminal
import Testing

@testable import imgsearch

/// What becomes of options between the command line and the commands
struct OptionsTests {
  private func search(_ words: String...) throws -> SearchOptions {
    try SearchOptions(Arguments(words))
  }

  /// The search that is kept of a command line
  private func record(_ options: SearchOptions) throws -> SearchRecord {
    guard case .anew(let record, _) = options.start else { throw NoSearch() }
    return record
  }

  private struct NoSearch: Error {}

  @Test func `without options each has the default that the help tells`() throws {
    let options = try search("kittens")
    let settings = options.settings
    #expect((options.count, settings.patience, settings.maxRequests) == (30, .seconds(1), 20))
    #expect((options.requests.timeout, options.listing.format) == (.seconds(20), .grid))
    let help = Help().text(of: .search).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for row in ["photos to show (30)", "or forever (1)", "may take (20)", "print the list (grid)"] {
      #expect(help.contains(row))
    }
    let download = try DownloadOptions(["3"], Arguments(["download", "3"]).options)
    #expect(
      download.settings.jobs == 4 && download.choice == nil && download.usualSize == .regular
        && download.sidecar == .csv)
    #expect(Help().text(of: .download).contains("({provider}-{id}-{title}.{ext});"))
  }

  @Test func `options of one name are told apart even if their texts are alike`() {
    let (one, other) = (Option(switch: "x", "text"), Option(switch: "x", "text"))
    #expect(one.row == one.row && one.row != other.row)
    #expect(Set(OptionTable.rows).count == OptionTable.rows.count)
  }

  @Test(arguments: ["kittens", "similar flickr:1", "browse", "list"])
  func `each color is the picture's or the terminal's by its word`(line: String) throws {
    let typed = try Arguments(line.words + ["--color", "blue", "--colour=Always"])
    #expect(
      typed.options.filters.color == .blue && typed.value(OptionTable.terminalColor) == .always)
    #expect(typed.options.isGiven("color") && typed.options.isGiven("terminal-color"))
    #expect(try Arguments(line.words + ["--color", "never"]).options.filters == PhotoFilters())
  }

  @Test(arguments: TerminalColor.allCases.map(\.rawValue))
  func `no color of the terminal is one that a page or an assistant can ask for`(word: String) {
    for row in [Gallery.searchRows, SearchArgument.all.map(\.row)].joined()
    where row.name == "color" {
      #expect(throws: CommandFailure.self) {
        try OptionValues([(row, word)], defaults: [:])
      }
    }
  }

  @Test func `every option of the table is in the help of its commands, and no brackets are empty`()
  {
    // Options of one name are told apart by their summaries.
    #expect(Set(OptionTable.rows).count == OptionTable.rows.count)
    for row in OptionTable.rows {
      #expect(!row.summary.contains("()"))
      let takers = Command.allCases.filter {
        CommandLanguage.imgsearch.rows(of: $0.row).contains(row)
      }
      #expect(!takers.isEmpty, "\(row.flag)")
      for command in takers { #expect(Help().text(of: command).contains(row.flag)) }
    }
  }

  @Test func `the help of an option names the formats that take it`() {
    func formats(in summary: String) -> Set<String> {
      Set(summary.split { !$0.isLetter }.map(String.init)).intersection(ListingFormat.names)
    }
    func names(_ takes: (ListingFormat) -> Bool) -> Set<String> {
      Set(ListingFormat.allCases.filter(takes).map(\.rawValue))
    }
    #expect(formats(in: OptionTable.fields.row.summary) == names { $0.has(.fields) })
    #expect(formats(in: OptionTable.listedSize.row.summary) == names { $0.has(.size) })
  }

  @Test(arguments: [
    "--license CC0": "--license cc0", "--licence 'CC BY'": "--license by",
    "--license=cc-by-NC_sa,pd": "--license by-nc-sa,pdm",
    "-p Flickr,Commons": "-p flickr,wikimedia", "-p ALL,-Flickr": "-p all,-flickr",
    "--colour 'Black and White'": "--color black_and_white", "--sort Newest": "--sort latest",
    "--orientation Wide": "--orientation landscape", "--lang PT_br": "--language pt-BR",
    "--license 'CC BY 4.0'": "--license by",
    "--license 'CC-BY-SA-3.0-DE,CC0 1.0'": "--license by-sa,cc0",
    "--license 'Unsplash License,LicenseRef-Pexels'": "--license unsplash,pexels",
    "--license 'Pixabay Content License'": "--license pixabay",
    "--license LicenseRef-KOGL-Type-1": "--license licenseref-kogl-type-1",
    "--license https://creativecommons.org/licenses/by/2.0/": "--license by",
    "--license 'Public domain'": "--license pdm",
    "--license 'Commercial Use,Editable'": "--license commercial,modification",
  ])
  func `values are taken as people write them`(written: String, meant: String) throws {
    func record(_ options: String) throws -> SearchRecord {
      try self.record(SearchOptions(Arguments(["kittens"] + options.words)))
    }
    #expect(try record(written) == record(meant))
  }

  @Test(arguments: [
    ("CC BY 4.0", ["--license 'CC BY 4.0' is taken as by, in all its versions and ports"]),
    ("CC0 1.0,by", []),
    (
      "CC BY-SA 3.0 DE,GFDL 1.2",
      [
        "--license 'CC BY-SA 3.0 DE' is taken as by-sa, in all its versions and ports",
        "--license 'GFDL 1.2' is taken as gfdl, in all its versions and ports",
      ]
    ), ("Public Domain Mark 1.0", []),
  ])
  func `that a version is not heeded is said where there are several`(
    written: String, remarks: [String]
  ) throws {
    #expect(try Arguments(["kittens", "--license", written]).remarks == remarks)
  }

  @Test(arguments: [("md", ListingFormat.markdown), ("JSONL", .ndjson), ("Table", .table)])
  func `so are formats`(written: String, format: ListingFormat) throws {
    #expect(try search("kittens", "-f", written, "--limit", "4").listing.format == format)
  }

  @Test(arguments: [
    (["fav"], Command.favorites, 0), (["Favourites", "add", "3"], .favorites, 2),
    (["hist"], .history, 0), (["hist", "remove", "2"], .history, 2),
    (["fav", "places", "in", "rome"], .search, 4), (["version"], .search, 0),
    (["version", "control"], .search, 2),
  ])
  func `other names of commands are taken, where nothing else can be meant`(
    words: [String], command: Command, operands: Int
  ) throws {
    let arguments = try Arguments(words)
    #expect(arguments.command == command && arguments.operands.count == operands)
    #expect(arguments.value(OptionTable.version) == (words == ["version"]))
  }

  @Test(arguments: ["mist", "core", "lists", "downloads folder", "historic", "1984 film"])
  func `words that are near to a command's are searched for`(words: String) throws {
    let typed = words.split(separator: " ").map(String.init)
    #expect(try SearchOptions(Arguments(typed)).start.words == words)
  }

  @Test(
    arguments: [
      ("3", [[3, 3]]), ("1-5", [[1, 5]]), ("1,3", [[1, 1], [3, 3]]),
      ("2-3,7,", [[2, 3], [7, 7]]),
      ("5-", [[5, nil]]), ("1,5-", [[1, 1], [5, nil]]), ("all", [[nil, nil]]),
      ("ALL", [[nil, nil]]),
    ] as [(String, [[Int?]])])
  func `numbers and ranges name photos`(text: String, ranges: [[Int?]]) throws {
    let numbers = ranges.map { ListedNumbers(first: $0[0], last: $0[1]) }
    #expect(try PhotoOperand(text) == .numbers(numbers))
  }

  @Test(arguments: [
    ("https://flic.kr/p/2jKzaJ3", "flickr:50376195106"),
    ("flic.kr/p/2jKzaJ3", "flickr:50376195106"),
    ("https://live.staticflickr.com/65535/50376195106_8a62c0bb0e_b.jpg", "flickr:50376195106"),
    ("http://farm5.staticflickr.com/4/7_0123456789.jpg", "flickr:7"),
    ("https://www.flickr.com/photos/a/9/", "flickr:9"),
    ("www.flickr.com/photos/someone/50376195106/in/feed", "flickr:50376195106"),
    (
      "https://images.pexels.com/photos/36654114/pexels-photo-36654114.jpeg?h=650",
      "pexels:36654114"
    ),
    ("https://en.wikipedia.org/wiki/File:Cat_on_snow.jpg", "wikimedia:File:Cat on snow.jpg"),
    ("https://de.m.wikipedia.org/wiki/Katze#/media/File:Cat.jpg", "wikimedia:File:Cat.jpg"),
    (
      "https://upload.wikimedia.org/wikipedia/commons/thumb/a/a9/Cat_1.jpg/640px-Cat_1.jpg",
      "wikimedia:File:Cat 1.jpg"
    ),
    ("https://upload.wikimedia.org/wikipedia/commons/a/a9/Cat_1.jpg", "wikimedia:File:Cat 1.jpg"),
    ("FLICKR:50376195106", "flickr:50376195106"), ("Unsplash-List:aBc", "unsplash:aBc"),
    ("commons:190599866", "wikimedia:190599866"), ("wikimedia-featured:7", "wikimedia:7"),
    ("commons:File:A.jpg", "wikimedia:File:A.jpg"), ("skylark:x", "skylark:x"),
  ])
  func `addresses of pages and pictures name photos, as do ids in the words people use`(
    text: String, id: String
  ) throws {
    #expect(try PhotoOperand(text).id()?.description == id)
  }

  @Test(arguments: [
    "https://flic.kr/p/0OIl", "https://flic.kr/p/ZZZZZZZZZZZ", "https://flic.kr/s/abc",
    "https://upload.wikimedia.org/wikipedia/en/a/a9/Cat_1.jpg", "https://en.wikipedia.org/wiki/Cat",
    "https://images.pexels.com/videos/1/free.jpg", "5-3", "1,a", "Skylark:x", "-5", "1,all", "1--",
  ])
  func `addresses that show no photo are 64`(text: String) throws {
    let fault = #expect(throws: PhotoFault.self) { _ = try PhotoOperand(text).id() }
    #expect(fault.map { ExitCode(for: $0) } == .usage)
  }

  @Test(arguments: [
    ["kittens"], ["list"], ["red", "panda", "-p", "openverse", "-p", "flickr,openverse"],
    ["kittens", "-p", "all", "--merge", "sequential", "--license", "by-sa,cc0"],
    ["kittens", "--color", "blue", "--safe", "off", "--orientation", "square"],
    ["kittens", "--merge", "newest", "--sort", "latest", "--replay", "a b.har"],
    ["kittens", "--no-ai", "--language", "zh-Hant"],
  ])
  func `the options of a kept search, typed again, are that search`(words: [String]) throws {
    let kept = try record(SearchOptions(Arguments(words)))
    let command = kept.plan.query.words == nil ? "list" : "search"
    let typed = [command] + kept.options() + (kept.plan.query.words.map { ["--", $0] } ?? [])
    #expect(try record(SearchOptions(Arguments(typed))) == kept)
    let coded = try JSONEncoder().encode(kept)
    #expect(try JSONDecoder().decode(SearchRecord.self, from: coded) == kept)
  }

  @Test func `what is the default is one search, typed or not`() throws {
    let typed = try search(
      "kittens", "--sort", "relevant", "--merge", "interleaved", "-p", "all", "--license", "any")
    #expect(try record(typed) == record(search("kittens")))
  }

  @Test func `more does as the search did, unless it is told otherwise`() throws {
    let first = try search(
      "kittens", "--patience", "forever", "--timeout", "1.5", "--strict", "--no-history",
      "--replay", "/a.har", "-n", "3", "--verbose",
      "--max-requests", "7")
    let last = LastSearch(
      search: try record(first), settings: first.settings, cursor: "x", shown: 3)
    let more = try SearchOptions(Arguments(["more"]), continuing: last, token: "t")
    #expect(more.settings.maxRequests == 7)
    #expect(more.settings.patience == nil && more.requests.timeout == .milliseconds(1_500))
    #expect(
      more.settings.isStrict && !more.settings.isInHistory && more.requests.replay == "/a.har")
    // How many, and what is said of requests, is asked of each command.
    #expect(more.count == 30 && !more.requests.isVerbose)
    let other = try SearchOptions(
      Arguments(["more", "--patience", "2", "--timeout", "9", "-n", "5"]), continuing: last,
      token: "t")
    #expect(other.settings.patience == .seconds(2) && other.requests.timeout == .seconds(9))
    #expect(other.count == 5)
  }

  @Test func `again asks for the same photos, in the manner of a new search`() throws {
    let first = try search("kittens", "-p", "flickr", "--timeout", "1.5", "--strict")
    let again = try SearchOptions(
      Arguments(["again", "--patience", "forever"]), repeating: record(first), count: nil)
    #expect(try record(again) == record(first))
    #expect(
      again.requests.timeout == .seconds(20) && !again.settings.isStrict
        && again.settings.patience == nil)
  }

  @Test(arguments: [
    (["panda"], "the words"), (["list"], "list"), (["-p", "flickr"], "--provider"),
    (["-p", "all,nasa"], "--provider"),
    (["--merge", "sequential"], "--merge"), (["--safe", "strict"], "--safe"),
    (["--orientation", "square"], "--orientation"), (["--license", "any"], "--license"),
    (["--color", "red"], "--color"), (["--sort", "latest"], "--sort"),
    (["--no-ai"], "--no-ai"), (["--language", "de"], "--language"),
    (["kittens", "-p", "openverse", "--license", "by", "-n", "3"], nil), ([], nil),
    (["-p", "all"], nil), (["-p", "-nasa"], nil),
  ])
  func `what is typed beside a cursor has to be what it continues`(typed: [String], name: String?)
    throws
  {
    let kept = try record(search("kittens", "-p", "openverse", "--license", "by")).plan
    let providers = ProviderCatalog.providers { _ in "key" }.filter { $0.id == .openverse }
    let cursor = try #require(
      MergedSearch(kept.query, from: providers, order: kept.order, over: NoTransport())
        .makeAsyncIterator().cursor)
    let asked = try SearchRequest(Arguments(typed + ["--cursor", "x"]))
    do {
      #expect(try (asked.continued(from: cursor), name) == (cursor, nil))
    } catch let failure as CommandFailure {
      let words = "\(name ?? "nothing"): not what this cursor continues"
      #expect(ErrorText.line(failure).hasPrefix(words))
    }
  }

  @Test(arguments: [
    (["--offline", "--refresh"], "--offline and --refresh exclude each other"),
    (["--offline", "--replay", "x"], "--offline doesn't go with --replay"),
    (["--refresh", "--replay", "x"], "--refresh doesn't go with --replay"),
  ])
  func `options that exclude each other are named`(options: [String], words: String) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try RequestOptions(Arguments(["kittens"] + options).options).check()
    }
    #expect(failure?.words(.commandLine) == words)
  }
}

/// Sends nothing
private struct NoTransport: HTTPTransport {
  func send(_ request: WebRequest) async throws -> WebReply { throw CancellationError() }
}

extension SearchOptions.Start {
  /// Of a new search
  fileprivate var words: String? {
    if case .anew(let record, _) = self { record.plan.query.words } else { nil }
  }
}
