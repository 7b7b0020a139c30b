import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Testing

@testable import imgsearch

/// What the program says of errors for which the library has words of no command line
struct ErrorTextTests {
  private static let asked = "https://api.example/photos?page=2"

  @Test(arguments: [
    (
      ProviderError.Reason.transport(.timedOut(host: "api.example", seconds: 10)),
      "the service didn't answer within 10 s; try again, or raise --timeout"
    ),
    (
      .transport(.notCached(asked: asked)),
      "the cache doesn't have https://api.example/photos?page=2; run again without --offline"
    ),
    (
      .transport(.unreachable(host: "api.example", reason: "refused")),
      "the service can't be reached (refused); check the network and try again"
    ),
    (
      .rejected(status: 404, message: "no such method"),
      "the service refused (404: no such method); check the address in its *_API_URL variable, "
        + "if that is set"
    ),
    (
      .rejected(status: 400, message: "too long"),
      "the service refused (400: too long); change the query or the options"
    ),
    (.unknownPage(PageCursor("x")), "there is no page x; search again without --cursor"),
  ])
  func `a provider's failure names the option that helps`(
    reason: ProviderError.Reason, words: String
  ) {
    #expect(ErrorText.line(reason) == words)
    #expect(
      ErrorText.line(ProviderError(ProviderID(rawValue: "flickr"), reason)) == "flickr: \(words)")
  }

  @Test func `a request that fails by itself names its host`() {
    let error = TransportError.timedOut(host: "images.example", seconds: 0.5)
    #expect(
      ErrorText.line(error)
        == "images.example didn't answer within 0.5 s; try again, or raise --timeout")
  }

  @Test(arguments: [
    (
      SearchCursorError.damaged,
      "this isn't an imgsearch cursor, or it was cut or changed on the way; "
        + "copy the whole of it again, or start the search again"
    ),
    (
      .laterVersion(9),
      "this cursor is of version 9, which a later imgsearch wrote; "
        + "update imgsearch, or start the search again"
    ),
  ])
  func `a cursor that cannot be read names the program`(error: SearchCursorError, words: String) {
    #expect(ErrorText.line(error) == words)
  }

  @Test(arguments: [
    (
      StorageError.Reason.damaged,
      "a.db is damaged or isn't an imgsearch database; it was left as it is. imgsearch favorites "
        + "export may still read the favorites; then move it away to start again, or put a copy back"
    ),
    (
      .laterVersion,
      "a.db was written by a later imgsearch, and is left as it is; update imgsearch"
    ),
    (
      .earlierVersion,
      "a.db was written by an imgsearch from before its first release, and is left as it is; move "
        + "it away to start again; files that its favorites export wrote can be imported"
    ),
    (
      .cannotWrite("disk full; make room"),
      "couldn't write a.db: disk full; make room, or set XDG_DATA_HOME to another folder"
    ),
    (
      .unexpected("misuse (21)"),
      "a.db couldn't be used: misuse (21); try again, or set XDG_DATA_HOME to another folder"
    ),
    (
      .cannotReadLog("a.db-wal"),
      "couldn't read a.db: its newest content is in a.db-wal; to read it, put both into a "
        + "folder that can be written and has room, and set XDG_DATA_HOME"
    ),
    (.busy, "a.db is in use by another program that doesn't let go of it; try again"),
  ])
  func `what is kept and cannot be used names commands and variables`(
    reason: StorageError.Reason, words: String
  ) {
    #expect(ErrorText.line(StorageError(reason, path: "a.db")) == words)
  }

  @Test(
    arguments: [
      (
        DownloadFault.status(404, host: "pics.example", words: "gone away"),
        "pics.example no longer has this picture; try another --size (status 404: gone away)"
      ),
      (
        DownloadFault.status(410, host: "pics.example", words: ""),
        "pics.example no longer has this picture; try another --size (status 410)"
      ),
      (
        DownloadFault.status(500, host: "pics.example", words: ""),
        "pics.example had an error (status 500); try again later"
      ),
      (
        DownloadFault.status(403, host: "pics.example", words: "no hotlinks"),
        "pics.example doesn't give the picture away (status 403: no hotlinks)"
      ),
      (
        DownloadFault.notPictureThere("a.jpg"),
        "a.jpg is there and isn't a picture; move it away, or use --overwrite"
      ),
      (
        FileFault.noFolder(path: "p/Ann"),
        "p/Ann isn't a folder, or is a link to one; choose another --name"
      ),
      (
        FileFault.otherContent(path: "p/credits.csv", reason: "it is somebody else's file"),
        "couldn't write p/credits.csv: it is somebody else's file; choose another --output, or "
          + "--sidecar json"
      ),
      (
        DownloadFault.nameTaken("a.jpg"),
        "there is another a.jpg by now; the same command finds another name"
      ),
    ] as [(any Error & Sendable, String)])
  func `a picture that was not saved names the option that helps`(
    fault: any Error & Sendable, words: String
  ) {
    #expect(ErrorText.line(fault) == words)
  }

  @Test(arguments: [
    (POSIXError.EFBIG, "File too large"), (.ENAMETOOLONG, "File name too long"),
    (.ENOSPC, "No space left on device"),
  ])
  func `an error of Foundation's is told in the system's words, not as a number`(
    code: POSIXError.Code, words: String
  ) {
    let error = CocoaError(
      .fileWriteUnknown,
      userInfo: [NSUnderlyingErrorKey: POSIXError(code), NSFilePathErrorKey: "/a/b"])
    #expect(ErrorText.line(error) == "/a/b can't be used: \(words); check it and its permissions")
  }

  @Test func `a recording and a folder that can't be written say why`() async throws {
    let home = try Home()
    let recording = try home.shell(
      "ulimit -f 20; imgsearch kittens -n 1 -f urls --replay Fixtures/odd --record $HOME/a.har"
    ).ended(with: 74)
    #expect(
      recording.errors.contains("a.har: File too large; choose another place"),
      "\(recording.errors)")
    _ = try await home.replay("kittens", "-n", "1")
    let name = home.path(String(repeating: "x", count: 300))
    let folder = try await home.run("download", "1", "-o", name)
    #expect(folder.errors.contains("File name too long"), "\(folder.errors)")
    let long = try await home.replay("kittens", "-n", "1", "--record", name + ".har")
    #expect(long.errors.contains("File name too long"), "\(long.errors)")
    for outcome in [recording, folder, long] { #expect(!outcome.errors.contains("Cocoa")) }
  }

  @Test(
    arguments: [
      (
        DownloadFault.status(404, host: "pics.example", words: ""),
        "pics.example no longer has this picture; try another size (status 404)",
        "pics.example no longer has this picture; try another --size (status 404)"
      ),
      (
        FileFault.noFolder(path: "p"), "p isn't a folder, or is a link to one; choose another name",
        "p isn't a folder, or is a link to one; choose another --name"
      ),
      (
        TransportError.timedOut(host: "a.example", seconds: 2),
        "a.example didn't answer within 2 s; try again",
        "a.example didn't answer within 2 s; try again, or raise --timeout"
      ),
      (
        OptionTable.filters[0].invalid("x", ""), "invalid value 'x' for orientation",
        "invalid value 'x' for “Shape”"
      ),
      (
        OptionRow(.minWidth).invalid("x", ""), "invalid value 'x' for min_width",
        "invalid value 'x' for “Width at least”"
      ),
      (
        OptionTable.provider.row.invalid("x", ""), "invalid value 'x' for providers",
        "invalid value 'x' for “Sources”"
      ),
      (
        OptionTable.jobs.row.invalid("x", ""), "invalid value 'x' for jobs",
        "invalid value 'x' for --jobs"
      ),
    ] as [(any Error, String, String)])
  func `assistants and the page are told their own names of options`(
    error: any Error, assistant: String, page: String
  ) {
    #expect(CommandFailure(of: error).words(.assistant) == assistant)
    #expect(CommandFailure(of: error).words(.page) == page)
  }

  @Test func `a file name with a folder in it names the option for folders`() {
    let line = ErrorText.line(FileNameTemplate.Problem.separator)
    #expect(line.hasSuffix("; --output names the folder for all files"))
  }
}
