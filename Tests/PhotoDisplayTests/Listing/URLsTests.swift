import Foundation
import PhotoDisplay
import PhotoSearch
import Testing

struct URLsTests {
  @Test(arguments: [
    (Rendition.Role.thumb, "https://live.example.org/43213681030_t.jpg\n"),
    (.small, "https://live.example.org/43213681030_b.jpg\n"),
    (.regular, "https://live.example.org/43213681030_b.jpg\n"),
    (.original, "https://live.example.org/43213681030_b.jpg\n"),
  ])
  func `the address of the rendition asked for, else the next larger, else the largest`(
    role: Rendition.Role, line: String
  ) throws {
    var renderer = LineRenderer.urls(role: role)
    let entry = try ListingEntry(number: 1, photo: SamplePhotos.full())
    #expect(renderer.all([entry]) == line)
  }

  @Test func `a photo without renditions has no line`() throws {
    var renderer = LineRenderer.urls(role: .regular)
    #expect(renderer.all([try ListingEntry(number: 1, photo: SamplePhotos.bare())]).isEmpty)
  }

  @Test(arguments: [
    ("o'malley.jpg", "o%27malley.jpg"), ("two'of'them.jpg", "two%27of%27them.jpg"),
    ("say\"hi\".jpg", "say%22hi%22.jpg"), ("back\\slash.jpg", "back%5Cslash.jpg"),
    ("a b\tc.jpg", "a%20b%09c.jpg"), ("a%20b%27.jpg", "a%20b%27.jpg"),
    ("[1-3]{a,b}.jpg", "%5B1-3%5D%7Ba,b%7D.jpg"),
    ("k.jpg?x='1'&y=[2]", "k.jpg?x=%271%27&y=%5B2%5D"),
    ("Mačiatko.jpg", "Ma%C4%8Diatko.jpg"), ("plain-(1)~@!$&*+,;=:.jpg", "plain-(1)~@!$&*+,;=:.jpg"),
  ])
  func `no line has what xargs takes for a quote or curl for a range`(
    name: String, line: String
  ) throws {
    var photo = try SamplePhotos.full()
    let url = try #require(URL(string: "https://example.org/\(name)"))
    photo.renditions = [Rendition(role: .original, url: url, size: nil)]
    var renderer = LineRenderer.urls(role: .regular)
    #expect(
      renderer.all([ListingEntry(number: 1, photo: photo)]) == "https://example.org/\(line)\n")
  }
}
