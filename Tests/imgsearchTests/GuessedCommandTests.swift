import PhotoDisplay
import CommandSyntax
import FixtureMaker
import Foundation
import LoopbackServer
import PhotoSearch
import Testing

@testable import imgsearch

/// A word that means a command is not searched for
struct GuessedCommandTests {
  @Test(arguments: [
    ("save 3", "download 3"), ("Save 1-5,8 flickr:1", "download 1-5,8 flickr:1"),
    ("save", "download <photo>"), ("get all", "download all"), ("get -", "download -"),
    ("url 3", "show 3 --field picture"), ("url", "show <photo> --field picture"),
    ("link 2-", "show 2- --field page"), ("view 3", "open 3"), ("view", "open <photo>"),
    ("view https://www.flickr.com/photos/a/1", "open https://www.flickr.com/photos/a/1"),
    ("image 3", "open 3 --picture"), ("next", "more"), ("next page", "more"),
    ("next 10", "more -n 10"), ("config", "help config"), ("config set", "help config"),
    ("config count 20", "help config"), ("collection", "favorites collections"),
    ("collections", "favorites collections"), ("collection list kitchen", "favorites list kitchen"),
    ("collections rm kitchen", "favorites remove kitchen"),
    ("collection 3", "favorites add 3 --to NAME"), ("dowload all", nil),
    ("dowload 3", "download 3"),
    ("fav 3", "favorites add 3"), ("like 1-3", "favorites add 1-3"),
    ("delete 3", "favorites remove 3"), ("unlike 1", "favorites remove 1"),
    ("copy 3", "credit 3 --copy"), ("info 2", "show 2"), ("repeat 1", "again 1"),
    ("completion bash", "completions bash"), ("3", "show 3"), ("2-5", "open 2-5"),
    ("2-", "open 2-"),
  ])
  func `a guessed command is 64, and the right one is named`(typed: String, meant: String?) throws {
    let words = typed.words
    guard let meant else { return _ = try Arguments(words) }
    for options in [[], ["-n", "5"], ["--size", "full"]] {
      let failure = #expect(throws: CommandFailure.self) { try Arguments(words + options) }
      #expect(failure?.code == .usage)
      #expect(
        failure?.words(.commandLine)
          == "did you mean imgsearch \(meant)?\nTo search for words: imgsearch search \(typed)")
    }
    // What is named can be typed.
    let named = meant.replacing("<photo>", with: "3").split(separator: " ").map(String.init)
    #expect(throws: Never.self) { try Arguments(named) }
    #expect(try Arguments(["search"] + words).operands == words)
    #expect(try Arguments(["browse"] + words).operands == words)
  }

  @Test(arguments: [
    ("save", "download"), ("next", "more"), ("view", "open"), ("url", "show"),
    ("collections", "favorites"), ("dowload", "download"),
  ])
  func `help of another program's name for a command tells ours`(name: String, command: String)
    async throws
  {
    let failure = try await Program.run(["help", name]).ended(with: 64)
    #expect(
      failure.errors.hasPrefix("imgsearch: there is no command \(name); did you mean \(command)?"))
  }

  @Test(arguments: [
    ("--landscape", "--orientation landscape"), ("--commercial", "--license commercial"),
    ("--flickr", "--provider flickr"), ("--exclude", "--without WORD, or --provider -NAME"),
    ("--cuont", "--count"),
    ("--max", "--count"), ("--only", "--provider"), ("--source", "--provider"),
    ("--from", "--provider"), ("--photographer", "--author"), ("--before", "--until DATE"),
  ])
  func `an option that isn't there names the one that was meant`(typed: String, meant: String) {
    let failure = #expect(throws: CommandFailure.self) { try Arguments(["kittens", typed]) }
    #expect(failure?.code == .usage)
    let message = failure.map { ErrorText.line($0) } ?? ""
    #expect(message.contains("did you mean \(meant)"), "\(message)")
  }

  @Test(arguments: [
    "kittens --folder x": "--folder; a list saves no pictures; then: imgsearch download 1-5",
    "show 3 --folder x": "--folder; to save pictures: imgsearch download 1-5",
    "kittens --out x":
      "--out; a list goes into a file with --output FILE, pictures: imgsearch download 1-5",
    "kittens --page 2": "--page; imgsearch more goes on with the list",
    "kittens --taken 2018": "--taken; --since and --until go by the date of publication",
    "kittens --newest": "--newest; did you mean --sort latest?",
    "pick --dir x": "--dir; to save pictures: imgsearch download 1-5",
    "kittens --collection x":
      "--collection; what is found can be collected then, see imgsearch help favorites",
    "download 3 --folder x": "--folder; did you mean --output?",
    "browse --dir x": "--dir; did you mean --output?",
    "download 3 --out x": "--out; did you mean --output?",
    "download 3 --max 5": "--max; name the photos, such as 1-5",
    "kittens --keyword harbor": "--keyword; did you mean --tag?",
    "favorites --collection x": "--collection; did you mean --to?",
    "favorites add 3 --album x": "--album; did you mean --to?",
    "download --collection x": "--collection; list it, then save all: imgsearch favorites list",
    "download --from x": "--from; list it, then save all: imgsearch favorites list",
    "credit 3 --free": "--free\n",
    "download 3 --size large":
      "invalid value 'large' for --size\nAccepted: thumb (about 200 pixels wide), small (about 400)",
    "kittens --safe": "--safe needs a value: strict, moderate, off\nWithout the option a search",
    "--safe kittens":
      "invalid value 'kittens' for --safe\nAccepted: strict, moderate, off\nWithout the option",
    "kittens --year 20": "invalid value '20' for --year: it takes a year, such as 2020",
  ])
  func `a guess is answered by what helps here`(line: String, answer: String) {
    let message = Self.message(line.words) ?? ""
    #expect(message.contains(answer), "\(message)")
  }

  @Test(arguments: [
    ("--year 2020", "--since 2020 --until 2020"), ("--year=2018-2020", "--since 2018 --until 2020"),
    ("--free", "--license free"),
  ])
  func `what can only mean one thing is taken as that`(typed: String, meant: String) throws {
    func filters(_ options: String) throws -> PhotoFilters {
      try Arguments(["a"] + options.split(separator: " ").map(String.init)).options.filters
    }
    #expect(try filters(typed) == filters(meant) && filters(typed) != PhotoFilters())
  }

  /// What is typed for an option that isn't there: names nearly those of the table, values as
  /// names, and words of other programs
  private static let slips: [String] = {
    var slips = Synonyms.imgsearch.options.flatMap(\.key).map { "--\($0)" }
    slips += ["--year", "--free", "-computer", "-nx", "-vx"]
    for row in OptionTable.rows {
      slips += ["--\(row.name)x", "--\(row.name.dropLast())"] + row.values.map { "--\($0)" }
      slips += ([row.name] + row.aliases).map { "--\($0)" }
      slips += row.letter.map { ["-\($0)"] } ?? []
    }
    return Set(slips).sorted()
  }()

  // A literal in the test would be compiled for each message; nobody changes it.
  nonisolated(unsafe) private static let flags =
    /(?:^|[\s(])(--[a-z0-9_-]+|-[a-z])(?!\w)/

  @Test(arguments: Command.allCases)
  func `no suggestion names an option that the command doesn't take`(command: Command) {
    let actions = command == .favorites ? FavoritesAction.allCases.map { [$0.rawValue] } : [[]]
    for line in actions.map({ [command.name] + $0 }) {
      let own = CommandLanguage.imgsearch.rows(of: command.row, Array(line.dropFirst()))
      // All of them, or a third, another one for lines of another length
      let (start, step) = LongRun.isAsked ? (0, 1) : (line.joined().utf8.count % 3, 3)
      for slip in stride(from: start, to: Self.slips.count, by: step).map({ Self.slips[$0] }) {
        guard let message = Self.message(line + [slip]) else { continue }
        let flags = message.matches(of: Self.flags)
        for flag in flags.map({ String($0.1) }) where !slip.hasPrefix(flag) {
          let isTaken = own.contains { $0.flag == flag || $0.letter.map { "-\($0)" } == flag }
          #expect(isTaken, "\(line) \(slip): \(message)")
        }
      }
    }
  }

  @Test func `each name is in the table of options once, and means an option that is there`() {
    let names = Synonyms.imgsearch.options.flatMap(\.key)
    #expect(Set(names).count == names.count)
    let flags = Set(OptionTable.rows.map(\.flag))
    for (names, advice) in Synonyms.imgsearch.options {
      #expect(flags.isSuperset(of: advice.compactMap(\.flag)), "\(names)")
    }
  }

  private static func message(_ line: [String]) -> String? {
    do {
      _ = try Arguments(line)
      return nil
    } catch { return ErrorText.line(error) }
  }

  @Test(arguments: [
    ("download - --tar %06d.tar", "there is no --tar any more; ", "tar --sort=name -cf"),
    ("download 3 --per-shard=9", "there is no --per-shard any more; ", "--sidecar json --name"),
    ("harvest a.txt -o out --gzip", "there is no --gzip any more; ", "gzip FOLDER/*.ndjson"),
  ])
  func `an option that went says what does its work`(line: String, start: String, words: String) {
    let message = Self.message(line.words) ?? ""
    #expect(message.hasPrefix(start) && message.contains(words), "\(message)")
  }

  private static let limited =
    "download takes no option --limit; name the photos, such as 1-5\nSee imgsearch help download"

  @Test(arguments: [
    "download 3 --limit 5": limited, "download --limit": limited, "--limit 5 download 3": limited,
    "show 3 -n5":
      "show takes no option -n; name the photos, such as 1-5\nSee imgsearch help show",
    "show --max": "unknown option --max; name the photos, such as 1-5\nSee imgsearch help",
    "--max show 3": "unknown option --max; name the photos, such as 1-5\nSee imgsearch help",
    "favorites add 3 --max": "unknown option --max\nSee imgsearch help",
    "favorites --max": "unknown option --max; did you mean --count?\nSee imgsearch help",
    "fav list --exclude": "unknown option --exclude\nSee imgsearch help",
    "again --landscape": "unknown option --landscape\nSee imgsearch help",
    "kittens --jobs 3": "search takes no option --jobs\nSee imgsearch help search",
    "more --limit=x": "invalid value 'x' for --count: it takes a whole number from 1",
    "a --min-width 2K": "invalid value '2K' for --min-width: 2K may be 2048 or 2560 pixels wide; "
      + "write 2048 or 2560",
    "a --min-height 2k": "invalid value '2k' for --min-height: 2K may be 1080 or 1440 pixels high; "
      + "write 1080 or 1440",
  ])
  func `what a command doesn't take is told by the name that was typed`(
    line: String, words: String
  ) {
    #expect(Self.message(line.words) == words)
  }

  @Test func `a word behind a hyphen says how it is searched for`() {
    for (word, words) in [("-computer", "--columns"), ("-tabby", "unknown option -t")] {
      let failure = #expect(throws: CommandFailure.self) {
        try Arguments(["apple", word, "-n", "3"])
      }
      let message = failure.map { ErrorText.line($0) } ?? ""
      #expect(
        message.contains("imgsearch apple -- \(word)") && message.contains(words), "\(message)")
    }
  }

  @Test(arguments: [
    "save the whales", "get well soon", "url shortener icon", "link zelda", "view of rome",
    "image stabilizer", "next door", "config file cabinet drawer", "collection of stamps",
    "collections museum", "all", "all saints", "snow all",
  ])
  func `other words after it are searched for`(typed: String) throws {
    let words = typed.words
    if typed.hasPrefix("config file") { return }
    #expect(try Arguments(words).operands == words)
  }

  @Test func `nobody is asked, and the numbers stay what they are`() throws {
    let setup = try LiveSetup()
    _ = try setup.run("kittens", "-n", "3")
    let before = try setup.run("credit", "1-").output
    let requests = setup.services.requests.count
    for words in [["save", "3"], ["url", "3"], ["next"], ["config"], ["collection"]] {
      try setup.run(words).ended(with: 64, printing: "")
    }
    #expect(try setup.run("credit", "1-").output == before)
    #expect(try (setup.services.requests.count, setup.run("history").lines.count) == (requests, 2))
  }
}

/// `show --field`, `all`, and ranges without an end
struct FieldTests {
  private let home = Home()

  init() async throws {
    _ = try await home.replay("kittens", "-n", "3")
  }

  @Test func `a field is one line a photo, and nothing else`() async throws {
    let ids = try await home.run("show", "1-3", "--field", "id").ended()
    #expect(ids.errors.isEmpty && ids.lines.count == 4)
    let first = try await home.run("show", "1", "--field", "id").output
    #expect(ids.output.hasPrefix(first))
    #expect(
      try await home.run("show", "-", "--field", "id", input: ids.output).output == ids.output)
    let credits = try await home.run("credit", "1-3").output
    #expect(try await home.run("show", "all", "--field", "credit").output == credits)
    let picture = try await home.run("show", "2", "--field", "url").output
    #expect(picture.hasPrefix("https://live.staticflickr.com/") && picture.hasSuffix(".jpg\n"))
    let page = try await home.run("show", "2", "--field", "link").output
    #expect(page.hasPrefix("https://www.flickr.com/photos/"))
  }

  @Test func `what isn't known is an empty line, and said`() async throws {
    let photo = #"{"id":"flickr:7","title":"A\nb","page":"https://www.flickr.com/photos/a/7"}"#
    for field in PhotoField.allCases {
      let outcome = try await home.run("show", "-", "--field", field.rawValue, input: photo)
      #expect(outcome.code == 0 && outcome.lines.count == 2, "\(field): \(outcome.output)")
      let isKnown = [.page, .id, .title, .credit].contains(field)
      #expect(outcome.lines[0].isEmpty != isKnown, "\(field)")
      #expect(
        isKnown || outcome.errors == "imgsearch: flickr:7: no \(field.rawValue) is known\n",
        "\(outcome.errors)")
    }
  }

  @Test func `all, and ranges without an end, go to the end of the last listing`() async throws {
    let all = try await home.run("credit", "1-3").output
    for words in ["all", "ALL", "1-", "1,2-"] {
      #expect(try await home.run("credit", words).output == all, "\(words)")
    }
    let saved = try await home.replay("download", "2-", "-o", home.path("pictures")).ended()
    #expect(saved.lines.count == 3, "\(saved.errors)")
    #expect(try await home.run("favorites", "add", "all").lines.count == 4)
    try await home.run("credit", "4-").ended(
      with: 66, saying: "there is no number 4: the last list")
    _ = try await home.replay("harbor", "-n", "30")
    try await home.run("open", "all").ended(with: 64, saying: "at most 20 photos")
    #expect(
      try await Program.run(["download", "all"]).errors.contains("no last list to take photos from")
    )
  }
}
