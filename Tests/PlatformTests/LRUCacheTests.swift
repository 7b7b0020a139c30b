import Platform
import Testing

/// What a server holds of what it has given
struct LRUCacheTests {
  @Test func `what was used last is held, so many texts of so many bytes`() {
    var texts = LRUCache<Int, String>(limit: 3, maxBytes: 100)
    for name in 1...3 { texts.store("\(name)", as: name) }
    #expect(texts.value(1) == "1")
    texts.store("4", as: 4)
    // The first that was kept was used since.
    #expect(texts.value(2) == nil && texts.value(1) == "1" && texts.value(3) == "3")
    texts.store("5", as: 4)
    #expect(texts.value(4) == "5" && texts.value(1) == "1")
  }

  @Test func `a long text takes the room of many, one that is too long that of none`() {
    var texts = LRUCache<Int, String>(limit: 1_000, maxBytes: 1_000)
    for name in 0..<100 { texts.store("0123456789", as: name) }
    #expect(texts.value(0) != nil)
    texts.store(String(repeating: "x", count: 900), as: 100)
    let held = (0...100).filter { texts.value($0) != nil }
    #expect(held.count == 11 && held.contains(0) && held.contains(100))
    texts.store(String(repeating: "x", count: 1_001), as: 0)
    #expect(texts.value(0) == nil && texts.value(100) != nil)
  }

  @Test func `names that come again and again cost nothing`() {
    var texts = LRUCache<Int, String>(limit: 10, maxBytes: 100)
    for turn in 0..<100_000 { texts.store("\(turn % 7)", as: turn % 7) }
    let held = (0..<7).filter { texts.value($0) == "\($0)" }
    #expect(held.count == 7)
  }
}
