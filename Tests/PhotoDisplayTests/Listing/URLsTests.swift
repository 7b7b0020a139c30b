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
    var renderer = URLsRenderer(role: role)
    let entry = try ListingEntry(number: 1, photo: SamplePhotos.full())
    #expect(renderer.all([entry]) == line)
  }

  @Test func `a photo without renditions has no line`() throws {
    var renderer = URLsRenderer(role: .regular)
    #expect(renderer.all([try ListingEntry(number: 1, photo: SamplePhotos.bare())]).isEmpty)
  }
}
