import Foundation
import Testing

@testable import PhotoStorage

/// The folder of a harvest whose program was ended at any moment
struct HarvestFolderTests {
  private let temporary = SampleFolder(isMade: false)

  @Test func `a journal cut at any byte of its last line loses that line alone`() throws {
    let url = temporary.url
    let searches = ["kittens", "Kätzchen", "red \"panda\""].enumerated().map {
      HarvestedSearch(line: $0 + 1, search: "\($1) -n 5", named: $1, ending: "ndjson")
    }
    let begun = try HarvestFolder(url)
    try begun.begin(HarvestState(began: "2026-01-02"))
    for search in searches { try begun.save(search) }
    let file = url.appending(path: "state.json")
    let journal = try Data(contentsOf: file)
    let last = try #require(journal.dropLast().lastIndex(of: 0x0A)) + 1
    for cut in last...journal.count {
      let copy = url.appending(path: "\(cut)")
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      try journal.prefix(cut).write(to: copy.appending(path: "state.json"))
      do {
        let folder = try HarvestFolder(copy)
        let kept = try #require(folder.state).searches
        #expect(kept == Array(searches.prefix(cut == journal.count ? 3 : 2)), "\(cut)")
        try folder.save(searches[2])
      }
      // What is added stands where the cut line was.
      #expect(try Data(contentsOf: copy.appending(path: "state.json")) == journal, "\(cut)")
    }
  }
}
