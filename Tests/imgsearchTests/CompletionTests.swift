import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Testing

@testable import imgsearch

/// Completions in the shells themselves; a shell that is not there is named and passed over
struct CompletionTests {
  @Test(.enabled(if: ShellTerminal.isThere(.bash), "bash or script is not installed"))
  func `bash completes`() async throws { try await check(.bash) }

  @Test(.enabled(if: ShellTerminal.isThere(.zsh), "zsh or script is not installed"))
  func `zsh completes`() async throws { try await check(.zsh) }

  @Test(.enabled(if: ShellTerminal.isThere(.fish), "fish or script is not installed"))
  func `fish completes`() async throws { try await check(.fish) }

  @Test func `commands and options are told with what they do, values without`() async throws {
    let home = Home()
    func answer(_ shell: Shell, _ words: String...) async throws -> [String] {
      let outcome = try await home.run([CompletionAnswer.name, shell.rawValue] + words).ended()
      #expect(outcome.errors == "", "\(outcome.errors)")
      return outcome.output.split(separator: "\n").map(String.init)
    }
    #expect(
      try await answer(.fish, "kittens", "--form") == ["--format\thow to print the list (grid)"])
    #expect(try await answer(.fish, "kittens", "-p", "flickr,n") == ["flickr,nasa"])
    #expect(
      try await answer(.zsh, "kittens", "--form") == [
        "described", "--format\thow to print the list (grid)",
      ])
    #expect(try await answer(.zsh, "kittens", "--format=nd") == ["values", "--format=ndjson"])
    #expect(try await answer(.zsh, "kittens", "--replay=~/") == ["files 9"])
    #expect(try await answer(.zsh, "favorites", "list", "x", "").isEmpty)
    #expect(try await answer(.bash, "imgsearch kittens --form", "--form") == ["--format "])
    #expect(try await answer(.bash, "A=1 B='2 3' imgsearch fav rem", "rem") == ["remove "])
    try home.write("", to: "my files/a.har")
    #expect(try await answer(.bash, "imgsearch --replay ~/my", "~/my") == [#"~/my\ files/"#])
    #expect(try await answer(.bash, "imgsearch --replay=~/my", "~/my").isEmpty)
    #expect(try await answer(.bash, #"imgsearch --replay "~/my fi"#, "~/my fi").isEmpty)
    #expect(try await answer(.fish, "--replay", "~/my files/") == ["~/my files/a.har"])
  }

  @Test func `where there is nothing to tell nothing is said, and nothing is made`() async throws {
    let home = Home()
    let lines = [
      ["fish", "favorites", "list", ""], ["zsh", "history", "remove", ""], ["bash", "imgsearch"],
      ["bash", "\"", ""], ["fish"], ["powershell", "do"], [],
      ["fish", "--replay", "/nothing/at/all/"],
      ["fish", "--no-such-option", ""], ["fish", "-ü", "-\u{0301}", "--="],
    ]
    for line in lines {
      let outcome = try await home.run([CompletionAnswer.name] + line)
      #expect(outcome.code == 0 && outcome.errors == "", "\(line): \(outcome.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
    // Nor is one that isn't a database named to whoever presses Tab.
    try home.write("no database", to: ".local/share/imgsearch/imgsearch.db")
    let outcome = try await home.run(CompletionAnswer.name, "fish", "favorites", "list", "").ended()
    #expect(outcome.output + outcome.errors == "", "\(outcome.errors)")
  }

  @Test func `what would do something to a terminal or a line isn't offered`() async throws {
    let home = Home()
    let hostile = ["a\nb", "a\u{1B}[31mb", "a\tb", "a\u{202E}b", "a\rb"]
    for name in hostile + ["a fine one"] { try home.write("", to: "files/\(name)") }
    let database = try PhotoDatabase.writing(
      at: home.folder.appending(path: "imgsearch/imgsearch.db"))
    let photo = try JSONDecoder().decode(Photo.self, from: Data(contentsOf: home.photos(1...1)))
    _ = try database.add([
      Favorite(
        photo: photo, added: Date(),
        collections: (hostile + ["a fine one"]).map(CollectionName.init))
    ])
    let environment = home.with(["XDG_DATA_HOME": home.folder.path])
    for (line, start) in [
      (["favorites", "list", "a"], ""),
      (["--replay", home.path("files") + "/"], home.path("files") + "/"),
    ] {
      let words = [CompletionAnswer.name, "fish"] + line
      #expect(
        try await Program.run(words, environment: environment).output == start + "a fine one\n")
    }
  }

  @Test func `the actions that are offered are those of favorites and history`() async throws {
    let favorites = try await Program.run(["favorites", "nothing of the kind"])
    let actions = FavoritesAction.names.joined(separator: ", ")
    #expect(favorites.errors.contains("Accepted: \(actions)\n"))
    let history = try await Program.run(["history", "rm"])
    let taken = HistoryAction.names.joined(separator: ", ")
    #expect(history.errors.contains("Accepted: nothing, words to look for, \(taken) <words>\n"))
  }

  /// All that is typed in a shell, one line after the other
  private func check(_ shell: Shell) async throws {
    let terminal = try await ShellTerminal(
      shell, files: ["my.har", "my file.har", "a[1].har"], folders: ["my folder", "pictures"],
      collections: CompletionLine.collections, searches: CompletionLine.searches)
    #expect(try terminal.report() == "", "the script prints something")
    let completed = try terminal.completed("imgsearch kittens --form")
    #expect(completed.hasPrefix("imgsearch kittens --format"), "one Tab: \(completed)")
    for line in CompletionLine.all {
      let offered = try terminal.offered(for: line.typed)
      #expect(line.words(in: offered) == line.offered, "\(line.typed) → \(offered)")
    }
  }
}

/// A command line, and all that its last word may become
struct CompletionLine {
  let typed: String
  /// Without the name of an option before its value, and the comma, slash or = that may follow
  let offered: [String]

  init(_ typed: String, _ offered: [String]) {
    self.typed = typed
    self.offered = offered.sorted()
  }

  private static let commands = Command.allCases.map(\.name)
  /// Of the favorites, one with all that a shell could take for something else
  static let collections = [
    "*`touch it`", "back garden", "it's $HOME & more", #"say "no" \o/; (~)"#, "kitchen",
  ]
  static let searches = ["harbor", "kittens"]
  private static let files = ["a[1].har", "my file.har", "my folder", "my.har", "pictures"]

  static let all =
    ([
      // Commands, and what follows them
      "imgsearch ": commands, "imgsearch do": ["doctor", "download"],
      "imgsearch -v do": ["download"],
      "imgsearch -n 3 ": [
        "search", "list", "similar", "more", "again", "pick", "favorites", "history", "browse",
        "harvest",
      ],
      "imgsearch -pflickr --sort=latest ": [
        "search", "list", "similar", "pick", "browse", "mcp", "harvest",
      ],
      "imgsearch -pflickr ": [
        "search", "list", "similar", "more", "pick", "browse", "mcp", "harvest",
      ], "imgsearch show 3 --pictures ": ["auto", "never", "always"],
      "imgsearch --cursor a:b l": ["list"], "imgsearch --replay my\\ file.har do": ["download"],
      "true; imgsearch do": ["doctor", "download"], "imgsearch kittens do": [],
      "imgsearch search do": [], "imgsearch -- do": [],
      "imgsearch favorites ": FavoritesAction.allCases.map(\.rawValue),
      "imgsearch favorites --format json ex": ["export"], "imgsearch favorites import ": files,
      "imgsearch favorites import my\\ fi": ["my file.har"], "imgsearch favorites add ": [],
      "imgsearch history ": ["clear", "remove"] + searches, "imgsearch history remove ": searches,
      "imgsearch search ": searches, "imgsearch pick kit": ["kittens"],
      "imgsearch ha": ["harvest", "harbor"], "imgsearch harvest ": files,
      "imgsearch fav mv k": ["kitchen"], "imgsearch completions ": ["bash", "zsh", "fish"],
      "imgsearch completions bash ": [], "imgsearch help ": commands + HelpTopic.names,
      "imgsearch help conf": ["config"], "imgsearch help search ": [], "imgsearch again ": [],
      "imgsearch download ": [], "imgsearch credit ": [], "imgsearch show ": [],
      // Options
      "imgsearch kittens --form": ["--format"], "imgsearch download --si": ["--size", "--sidecar"],
      "imgsearch kittens -f html --op": ["--open"], "imgsearch credit --si": ["--size"],
      // One of several words
      "imgsearch kittens --format ": ListingFormat.allCases.map(\.rawValue),
      "imgsearch kittens --format=nd": ["ndjson"], "imgsearch kittens -fnd": ["ndjson"],
      "imgsearch credit --format m": ["markdown"],
      "imgsearch download --sidecar ": ["csv", "json", "reuse", "xmp"],
      // Lists
      "imgsearch -p fl": ["flickr"], "imgsearch -pfl": ["flickr"],
      "imgsearch --provider=fl": ["flickr"], "imgsearch -p flickr,op": ["flickr,openverse"],
      "imgsearch -pflickr,op": ["flickr,openverse"],
      "imgsearch --provider=flickr,op": ["flickr,openverse"], "imgsearch --provider=flickr,fl": [],
      "imgsearch --license by,by-nc-": ["by,by-nc-sa", "by,by-nc-nd"],
      "imgsearch -p all,-fl": ["all,-flickr"], "imgsearch --provider=-fl": ["-flickr"],
      "imgsearch -p all,-flickr,-fl": [], "imgsearch -p all,fl": ["all,flickr"],
      // Collections
      "imgsearch favorites list ": collections, "imgsearch favorites list bac": ["back garden"],
      "imgsearch favorites list back\\ g": ["back garden"],
      "imgsearch favorites remove k": ["kitchen"], "imgsearch favorites rename k": ["kitchen"],
      "imgsearch favorites add 3 --to ": collections,
      "imgsearch favorites add 3 --to=ki": ["kitchen"],
      // Files and folders
      "imgsearch kittens --replay ": files,
      "imgsearch kittens --replay my\\ ": ["my file.har", "my folder"],
      "imgsearch kittens --replay=my\\ fi": ["my file.har"],
      "imgsearch kittens --replay=a": ["a[1].har"], "imgsearch kittens --replay nothing": [],
      "imgsearch download -o ": ["my folder", "pictures"], "imgsearch download -omy": ["my folder"],
      "imgsearch download --output=pi": ["pictures"],
      // Values that nobody knows beforehand
      "imgsearch -n ": [], "imgsearch download --name ": [],
    ] as [String: [String]]).map { Self($0, $1) }.sorted { $0.typed < $1.typed }

  /// - Parameter line: as ``ShellTerminal/offered(for:)`` has it
  func words(in line: String) -> [String] {
    guard line != typed else { return [] }
    let before = Self.words(typed)
    let option = before[before.count - 1].prefixMatch(of: /--[a-z]+=|-[a-z]/)?.output ?? ""
    return Self.words(line).dropFirst(before.count - 1).filter { !$0.isEmpty }.map { word in
      let value = word.hasPrefix(option) ? word.dropFirst(option.count) : word[...]
      return String(",/=".contains(value.last ?? " ") ? value.dropLast() : value)
    }.sorted()
  }

  /// The words of a line, its backslashes understood
  private static func words(_ line: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in line {
      if !isQuoted, character == "\\" {
        isQuoted = true
      } else if !isQuoted, character == " " {
        words.append("")
      } else {
        words[words.count - 1].append(character)
        isQuoted = false
      }
    }
    return words
  }
}
