import FixtureMaker
import Foundation
import PhotoDisplay
import PhotoSearch
import Testing

/// A text of strangers may be as long as a reply: reading and writing one takes its length in time,
/// and not the square of it
///
/// Time is that of this thread on the processor, whatever else is running.
@Suite(.serialized, .timeLimit(.minutes(20))) struct LongTextTests {
  /// Bytes of the shorter text; the longer has eight times as many
  private static let size = 300

  private static let short = HostileText.long(size)
  private static let long = HostileText.long(8 * size)

  /// What is linear takes 8 times as long, what is quadratic 64 times
  ///
  /// - Parameter place: where all of them would take too long, which third of the texts is read
  private func expectLinear(
    in place: Int? = nil, _ words: (String) -> String, _ body: (String) -> Void
  ) async {
    for (offset, (short, long)) in zip(Self.short, Self.long).enumerated() {
      if let place, !LongRun.isAsked, offset % 3 != place % 3 { continue }
      let isLinear = (1...3).contains { _ in
        let slow = ProcessorTime.of { body(long.text) }
        return slow < 0.03 || slow < 24 * ProcessorTime.of { body(short.text) }
      }
      // Other tests have their turn.
      await Task.yield()
      #expect(isLinear, "\(words(String(reflecting: long.name)))")
    }
  }

  @Test func `every provider reads a long text in the time of its length`() async throws {
    for (place, reader) in try HostilePhotos.readers().enumerated() {
      await expectLinear(in: place, { "\(reader.name): \($0)" }) { text in _ = reader.photo(text) }
    }
  }

  @Test func `every output takes the time of a text's length`() async throws {
    let page = try #require(URL(string: "https://www.flickr.com/photos/someone/1"))
    let plan = SearchPlan(query: PhotoQuery("x"), providers: [.flickr])
    await expectLinear({ $0 }) { text in
      var photo = Photo(
        id: PhotoID(service: "flickr", native: "1"), provider: .flickr, site: "Flickr",
        pageURL: page)
      photo.title = text
      photo.description = text
      photo.author = Author(name: text, url: page)
      photo.license = License(id: text, name: text, url: nil)
      photo.tags = [text]
      photo.renditions = [Rendition(role: .regular, url: page, size: nil)]
      photo.details = PhotoDetails(camera: PhotoCamera(make: text, model: text))
      _ = HostileOutputs.texts(of: [photo], for: plan)
    }
  }
}
