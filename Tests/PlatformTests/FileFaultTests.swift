import Foundation
import Platform
import Testing

struct FileFaultTests {
  @Test func `a file that can't be read isn't said to be one that can't be written`() {
    let folder = FileManager.default.temporaryDirectory
    let fault = FileFault.cannotRead(
      path: folder.path, reason: "it is a folder", advice: "put another file in its place")
    #expect(throws: fault) { try RegularFile.contents(folder, limit: 100) }
    #expect(
      fault.description
        == "couldn't read \(folder.path): it is a folder; put another file in its place")
  }

  @Test(arguments: [
    (nil, "couldn't write /a: it; is"), ("wait", "couldn't write /a: it; is; wait"),
  ])
  func `advice stands behind the reason, if there is any`(advice: String?, words: String) {
    let fault = FileFault.cannotWrite(path: "/a", reason: "it; is", advice: advice)
    #expect(fault.description == words)
  }
}
