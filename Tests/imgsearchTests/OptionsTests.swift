import Foundation
import PhotoSearch
import PhotoStorage
import Testing

@testable import imgsearch

/// What becomes of options between the command line and the commands
struct OptionsTests {
  private func search(_ words: String...) throws -> SearchOptions {
    try SearchOptions(Arguments(words))
  }

  /// The search that is kept of a command line
  private func record(_ options: SearchOptions) throws -> SearchRecord {
    guard case .anew(let record) = options.start else { throw NoSearch() }
    return record
  }

  private struct NoSearch: Error {}

  @Test func `without options each has the default that the help tells`() throws {
    let options = try search("kittens")
    #expect(options.count == 30)
    #expect(options.patience == .seconds(1))
    #expect(options.run.timeout == .seconds(20))
    #expect(options.listing.format == .grid)
    let help = Help.text(of: .search)
    for row in ["photos to show (30)", "or forever (1)", "may take (20)", "print them (grid)"] {
      #expect(help.contains(row))
    }
    let download = try DownloadOptions(Arguments(["download", "3"]))
    #expect(download.jobs == 4 && download.size == .regular && download.creditFormat == .csv)
    #expect(Help.text(of: .download).contains("({provider}-{id}-{title}.{ext}); also"))
  }

  @Test func `every option of the table is in the help of its commands, and no brackets are empty`()
  {
    for row in OptionTable.rows {
      #expect(!row.summary.contains("()"))
      for command in row.commands { #expect(Help.text(of: command).contains(row.flag)) }
    }
  }

  @Test(arguments: [
    ("-n", "7"), ("--count", "7"), ("-n7", nil), ("-n=7", nil), ("--count=7", nil),
  ])
  func `a value is typed in any of the usual ways`(option: String, value: String?) throws {
    let options = try SearchOptions(Arguments(["kittens", option] + (value.map { [$0] } ?? [])))
    #expect(options.count == 7)
  }

  @Test(arguments: [
    ["kittens"], ["list"], ["red", "panda", "-p", "openverse", "-p", "flickr,openverse"],
    ["kittens", "-p", "all", "--merge", "sequential", "--license", "by-sa,cc0"],
    ["kittens", "--color", "blue", "--safe", "off", "--orientation", "square"],
    ["kittens", "--merge", "newest", "--sort", "latest", "--replay", "a b.har"],
  ])
  func `the options of a kept search, typed again, are that search`(words: [String]) throws {
    let kept = try record(SearchOptions(Arguments(words)))
    let command = kept.plan.query.words == nil ? "list" : "search"
    let typed = [command] + kept.options + (kept.plan.query.words.map { ["--", $0] } ?? [])
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
      "--replay", "/a.har", "-n", "3", "--verbose")
    let last = LastSearch(
      search: try record(first), manner: first.manner, cursor: "x", shown: 3)
    let more = try MoreOptions(Arguments(["more"])).continuing(last, token: "t")
    #expect(more.patience == nil && more.run.timeout == .milliseconds(1_500))
    #expect(more.isStrict && !more.isInHistory && more.run.replay == "/a.har")
    // How many, and what is said of requests, is asked of each command.
    #expect(more.count == 30 && !more.run.isVerbose)
    let other = try MoreOptions(
      Arguments(["more", "--patience", "2", "--timeout", "9", "-n", "5"])
    )
    .continuing(last, token: "t")
    #expect(other.patience == .seconds(2) && other.run.timeout == .seconds(9) && other.count == 5)
  }

  @Test func `again asks for the same photos, in the manner of a new search`() throws {
    let first = try search("kittens", "-p", "flickr", "--timeout", "1.5", "--strict")
    let again = try MoreOptions(Arguments(["again", "--patience", "forever"]))
      .repeating(record(first))
    #expect(try record(again) == record(first))
    #expect(again.run.timeout == .seconds(20) && !again.isStrict && again.patience == nil)
  }

  @Test(arguments: [
    (["panda"], "the words"), (["list"], "list"), (["-p", "flickr"], "--provider"),
    (["--merge", "sequential"], "--merge"), (["--safe", "strict"], "--safe"),
    (["--orientation", "square"], "--orientation"), (["--license", "any"], "--license"),
    (["--color", "red"], "--color"), (["--sort", "latest"], "--sort"),
    (["kittens", "-p", "openverse", "--license", "by", "-n", "3"], nil), ([], nil),
    (["-p", "all"], nil),
  ])
  func `what is typed beside a cursor has to be what it continues`(typed: [String], name: String?)
    throws
  {
    let kept = try record(search("kittens", "-p", "openverse", "--license", "by")).plan
    let asked = try PlanOptions(Arguments(typed + ["--cursor", "x"]))
    do {
      try asked.check(against: kept)
      #expect(name == nil)
    } catch let failure as CommandFailure {
      #expect(failure.message.hasPrefix("\(name ?? "nothing"): not what this cursor continues"))
    }
  }

  @Test(arguments: [
    (["--offline", "--refresh"], "--offline and --refresh exclude each other"),
    (["--offline", "--replay", "x"], "--offline does not go with --replay"),
    (["--refresh", "--replay", "x"], "--refresh does not go with --replay"),
  ])
  func `options that exclude each other are named`(options: [String], words: String) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try RunOptions(Arguments(["kittens"] + options)).check()
    }
    #expect(failure?.message == words)
  }
}
