import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Testing

@testable import imgsearch

/// What the program says of errors for which the library has words of no command line
struct ErrorTextTests {
  @Test(arguments: [
    "the service didn't answer within 10 s; try again, or raise --timeout":
      ProviderError.Reason.transport(.timedOut(host: "api.example", seconds: 10)),
    "the cache doesn't have https://api.example/photos?page=2; run again without --offline":
      .transport(.notCached(asked: "https://api.example/photos?page=2")),
    "the service can't be reached (refused); check the network and try again":
      .transport(.unreachable(host: "api.example", reason: "refused")),
    "the service refused (404: no such method); check the address in its *_API_URL variable, "
      + "if that is set": .rejected(status: 404, message: "no such method"),
    "the service refused (400: too long); change the query or the options":
      .rejected(status: 400, message: "too long"),
    "there is no page x; search again without --cursor": .unknownPage(PageCursor("x")),
  ])
  func `a provider's failure names the option that helps`(
    words: String, reason: ProviderError.Reason
  ) {
    #expect(ErrorText.line(reason) == words)
    #expect(
      ErrorText.line(ProviderError(ProviderID(rawValue: "flickr"), reason)) == "flickr: \(words)")
  }

  /// Of requests by themselves, cursors, pictures that weren't saved, the database and the system
  private static let others: [String: any Error & Sendable] = [
    "images.example didn't answer within 0.5 s; try again, or raise --timeout":
      TransportError.timedOut(host: "images.example", seconds: 0.5),
    "this isn't an imgsearch cursor, or it was cut or changed on the way; "
      + "copy the whole of it again, or start the search again": SearchCursorError.damaged,
    "this cursor is of version 9, which a later imgsearch wrote; "
      + "update imgsearch, or start the search again": SearchCursorError.laterVersion(9),
    "pics.example no longer has this picture; try another --size (status 404: gone away)":
      DownloadFault.status(404, host: "pics.example", words: "gone away"),
    "pics.example no longer has this picture; try another --size (status 410)":
      DownloadFault.status(410, host: "pics.example", words: ""),
    "pics.example had an error (status 500); try again later":
      DownloadFault.status(500, host: "pics.example", words: ""),
    "pics.example doesn't give the picture away (status 403: no hotlinks)":
      DownloadFault.status(403, host: "pics.example", words: "no hotlinks"),
    "a.jpg is there and isn't a picture; move it away, or use --overwrite":
      DownloadFault.notPictureThere("a.jpg"),
    "p/Ann isn't a folder, or is a link to one; choose another --name":
      FileFault.noFolder(path: "p/Ann"),
    "couldn't write p/credits.csv: it is somebody else's file; choose another --output, or "
      + "--sidecar json":
      FileFault.otherContent(path: "p/credits.csv", reason: "it is somebody else's file"),
    "there is another a.jpg by now; the same command finds another name":
      DownloadFault.nameTaken("a.jpg"),
    "a.db is damaged or isn't an imgsearch database; it was left as it is. imgsearch favorites "
      + "export may still read the favorites; then move it away to start again, or put a copy back":
      StorageError(.damaged, path: "a.db"),
    "a.db was written by a later imgsearch, and is left as it is; update imgsearch": StorageError(
      .laterVersion, path: "a.db"),
    "a.db was written by an imgsearch from before its first release, and is left as it is; move "
      + "it away to start again; files that its favorites export wrote can be imported":
      StorageError(.earlierVersion, path: "a.db"),
    "couldn't write a.db: disk full; make room, or set XDG_DATA_HOME to another folder":
      StorageError(.cannotWrite("disk full; make room"), path: "a.db"),
    "a.db couldn't be used: misuse (21); try again, or set XDG_DATA_HOME to another folder":
      StorageError(.unexpected("misuse (21)"), path: "a.db"),
    "couldn't read a.db: its newest content is in a.db-wal; to read it, put both into a "
      + "folder that can be written and has room, and set XDG_DATA_HOME":
      StorageError(.cannotReadLog("a.db-wal"), path: "a.db"),
    "a.db is in use by another program that doesn't let go of it; try again": StorageError(
      .busy, path: "a.db"),
    "/a/b can't be used: File too large; check it and its permissions": foundation(.EFBIG),
    "/a/b can't be used: File name too long; check it and its permissions":
      foundation(.ENAMETOOLONG),
    "/a/b can't be used: No space left on device; check it and its permissions":
      foundation(.ENOSPC),
  ]

  /// An error of Foundation's, which is told in the system's words and not as a number
  private static func foundation(_ code: POSIXError.Code) -> CocoaError {
    CocoaError(
      .fileWriteUnknown,
      userInfo: [NSUnderlyingErrorKey: POSIXError(code), NSFilePathErrorKey: "/a/b"])
  }

  @Test(arguments: others)
  func `what can't be done names the option, the command or the variable that helps`(
    words: String, error: any Error & Sendable
  ) {
    #expect(ErrorText.line(error) == words)
  }

  @Test func `a recording and a folder that can't be written say why`() async throws {
    let home = Home()
    let recording = try home.shell(
      "ulimit -f 20; imgsearch kittens -n 1 -f urls --replay Fixtures/odd --record $HOME/a.har"
    ).ended(with: 74, saying: "a.har: File too large; choose another place")
    _ = try await home.replay("kittens", "-n", "1")
    let name = home.path(String(repeating: "x", count: 300))
    let folder = try await home.run("download", "1", "-o", name)
    let long = try await home.replay("kittens", "-n", "1", "--record", name + ".har")
    for outcome in [folder, long] { #expect(outcome.errors.contains("File name too long")) }
    for outcome in [recording, folder, long] { #expect(!outcome.errors.contains("Cocoa")) }
  }

  /// By what assistants are told, and then by what the page is
  private static let elsewhere: [String: any Error & Sendable] = [
    """
    pics.example no longer has this picture; try another size (status 404)
    pics.example no longer has this picture; try another --size (status 404)
    """: DownloadFault.status(404, host: "pics.example", words: ""),
    """
    p isn't a folder, or is a link to one; choose another name
    p isn't a folder, or is a link to one; choose another --name
    """: FileFault.noFolder(path: "p"),
    """
    a.example didn't answer within 2 s; try again
    a.example didn't answer within 2 s; try again, or raise --timeout
    """: TransportError.timedOut(host: "a.example", seconds: 2),
    "invalid value 'x' for orientation\ninvalid value 'x' for “Shape”":
      OptionTable.filters[0].invalid("x", ""),
    "invalid value 'x' for min_width\ninvalid value 'x' for “Width at least”":
      OptionRow(.minWidth).invalid("x", ""),
    "invalid value 'x' for providers\ninvalid value 'x' for “Sources”":
      OptionTable.provider.row.invalid("x", ""),
    "invalid value 'x' for jobs\ninvalid value 'x' for --jobs":
      OptionTable.jobs.row.invalid("x", ""),
  ]

  @Test(arguments: elsewhere)
  func `assistants and the page are told their own names of options`(
    words: String, error: any Error & Sendable
  ) {
    let lines = [Reader.assistant, .page].map { ErrorText.line(error, for: $0) }
    #expect(lines.joined(separator: "\n") == words)
  }

  @Test(
    arguments: [
      (PhotoFault.notNamed(by: "x"), .usage, .data), (PhotoFault.descending("5-3"), .usage, .data),
      (ListingFault.noListing(number: 3), .noInput, .noInput),
    ] as [(any Error, ExitCode, ExitCode)])
  func `a name that is wrong is wrong usage when typed, and damage in a text`(
    fault: any Error, code: ExitCode, codeInText: ExitCode
  ) {
    let inText = PhotoFault.inText(place: "line 2", fault)
    #expect(ExitCode(for: fault) == code && ExitCode(for: inText) == codeInText)
    #expect(ErrorText.line(inText) == "line 2: \(ErrorText.line(fault))")
  }

  @Test func `a file name with a folder in it names the option for folders`() {
    let line = ErrorText.line(FileNameTemplate.Problem.separator)
    #expect(line.hasSuffix("; --output names the folder for all files"))
  }
}
