import Testing

@testable import imgsearch

struct PhotoObjectsTests {
  @Test(arguments: [
    ("", []), ("  \n", []), ("{}", ["{}"]), (#"{"a":{"b":[{}]}}"#, [#"{"a":{"b":[{}]}}"#]),
    (#"[{"id":1},{"id":{"x":[]}}]"#, [#"{"id":1}"#, #"{"id":{"x":[]}}"#]),
    (
      #"{"query":{"photos":[{}]},"photos":[{"id":1},{"a":[{}]}],"next":"x","providers":[{}]}"#,
      [#"{"id":1}"#, #"{"a":[{}]}"#]
    ),
    (#"{"photos":[]}"#, []), (#"{"tags":["photos"],"x":[{}]}"#, [#"{"tags":["photos"],"x":[{}]}"#]),
    ("{\"a\":1}\n\n{\"b\":\"}\\\"{\"}", [#"{"a":1}"#, #"{"b":"}\"{"}"#]),
    (#"{"photos":[{"a":1}]}{"photos":3,"b":[{}]}"#, [#"{"a":1}"#, #"{"photos":3,"b":[{}]}"#]),
    ("[[{}]]", []),
  ])
  func `photos are found where listings have them`(text: String, photos: [String]) {
    let bytes = Array(text.utf8)
    let found = PhotoObjects.ranges(in: bytes)?.map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(found == photos)
  }

  @Test(arguments: ["{", "[{}", "}", "[}", "{]", "x", "{} x", "{\"a", "\"\\", "[\"\\\"]", "{},"])
  func `what is cut or no JSON has none`(text: String) {
    #expect(PhotoObjects.ranges(in: Array(text.utf8)) == nil)
  }
}
