import Foundation
import LoopbackServer
import Testing

/// A disk that has no room left: a small tmpfs, in a mount namespace of the test's own
@Suite(
  .waits,
  .timeLimit(.minutes(20)),
  .enabled(if: SmallDisk.canMount, "no tmpfs can be mounted here without being root"))
struct FullDiskTests {
  private let home = Home()

  @Test func `favorites that were said to be added are there, and a search still answers`() throws {
    let photos = try home.photos(1...20_000)
    let script = """
      export XDG_DATA_HOME="$DISK" I="\(try Program.path)" R="--replay \(Program.fixtures)"
      $I kittens -n 3 $R -f urls 2>/dev/null | wc -l
      $I favorites import "\(photos.path)" >"$HOME/said" 2>"$HOME/why"; echo $?
      cat "$HOME/why"
      $I favorites export 2>/dev/null | grep -o 'flickr:[0-9]*' >"$HOME/kept"
      sort "$HOME/said" >"$HOME/a"; sort "$HOME/kept" >"$HOME/b"
      comm -23 "$HOME/a" "$HOME/b" | wc -l; [ -s "$HOME/said" ] && echo some
      $I kittens -n 60 $R -f urls 2>"$HOME/why" | wc -l
      tail -1 "$HOME/why"
      """
    let said = try SmallDisk.run(script, in: home)
    try #require(said.count == 7, "\(said)")
    #expect(said[0] == "3" && said[1] == "74" && said[2].contains("couldn't write"))
    #expect(said[2].contains("make room") && said[3] == "0" && said[4] == "some")
    // The few of a smaller one may find room that the import could not use.
    #expect(said[5] == "60" && said[6].contains("going on without favorites and history"))
  }

  @Test func `a download tells what is missing, and goes on when there is room`() throws {
    let served = ServedPicture(3_000_000)
    let server = try ScriptedServer { served.answer(to: $0) }
    defer { server.stop() }
    let home = Home(["FLICKR_API_URL": server.url("/api").absoluteString])
    let line =
      #"{"id":"flickr:1","page":"https://www.flickr.com/photos/a/1","#
      + #""renditions":[{"role":"regular","url":"\#(server.url("/1.jpg"))"}]}"#
    let script = """
      download() { echo '\(line)' | "\(try Program.path)" download - -o "$DISK"; echo $?; }
      download
      ls "$DISK" | grep -c part
      mount -o remount,size=8m "$DISK"
      download
      cp "$DISK/flickr-1.jpg" "$HOME"
      """
    let said = try SmallDisk.run(script, in: home)
    try #require(said.count >= 4, "\(said)")
    #expect(said.contains { $0.contains("No space left on device; make room") })
    #expect(said.contains("74") && said.last == "0")
    #expect(try Data(contentsOf: home.folder.appending(path: "flickr-1.jpg")) == served.bytes)
    // What was there is not asked for again; what was under way when the disk was full is.
    #expect(server.bytesSent < 5_500_000)
  }

  @Test func `a listing without room leaves the one of before`() throws {
    let script = """
      I="\(try Program.path)" R="--replay \(Program.fixtures)"
      $I kittens -n 3 $R -f csv -o "$DISK/k.csv" 2>/dev/null; echo $?
      cp "$DISK/k.csv" "$HOME/old"
      head -c 1000000 /dev/zero >"$DISK/fill"
      $I kittens -n 80 $R -f json -o "$DISK/k.csv" 2>"$HOME/why"; echo $?
      grep -c 'No space left on device; make room' "$HOME/why"
      cmp "$DISK/k.csv" "$HOME/old" && ls -A "$DISK"
      """
    let said = try SmallDisk.run(script, in: home)
    #expect(said == ["0", "74", "1", "fill", "k.csv"])
  }
}
