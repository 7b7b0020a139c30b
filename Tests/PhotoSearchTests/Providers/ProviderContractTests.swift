import Foundation
import PhotoSearch
import Testing

/// What every provider promises, whatever its service is like
@Suite struct ProviderContractTests {
  @Test(arguments: ProviderSample.all)
  func `good rows become photos in their order`(sample: ProviderSample) throws {
    let provider = sample.keyed
    let reply = sample.firstPage(1..<4)
    #expect(provider.verdict(on: reply) == .page)
    let page = try provider.page(from: reply, for: sample.query, at: nil)
    #expect(page.photos.count == 3)
    #expect(page.leftOut.isEmpty)
    #expect(Set(page.photos.map(\.id)).count == 3)
    #expect(page.photos.map(\.id.native.last) == ["1", "2", "3"])
    for photo in page.photos {
      expectSound(photo)
      #expect(photo.provider == provider.id)
      #expect(photo.id.service == provider.profile.service)
      #expect(photo.title != nil && photo.author?.name != nil && photo.license != nil)
      #expect(photo.size != nil && !photo.renditions.isEmpty)
      #expect((photo.published == nil) == sample.untold.contains(.published))
    }
  }

  @Test(arguments: ProviderSample.all, ["{}", "null", "3", "\"x\"", "[]", "[{}]", "{\"id\":{}}"])
  func `a bad row costs that row`(sample: ProviderSample, row: String) throws {
    let reply = sample.page([sample.row(1), row, sample.row(2)], 1, 9)
    let page = try sample.keyed.page(from: reply, for: sample.query, at: nil)
    #expect(page.photos.count == 2)
    #expect(page.leftOut.values.reduce(0, +) == 1)
  }

  @Test(arguments: ProviderSample.all)
  func `a member of an unexpected type costs at most its row`(sample: ProviderSample) throws {
    let whole = sample.row(1)
    let values = #/:\s*("(?:[^"\\]|\\.)*"|-?[\d.]+|null|true|false)/#
    for value in whole.matches(of: values) {
      for other in ["{\"a\":[]}", "[7]", "-1", "1e999", "\"\"", "true", "null"] {
        let row = whole[..<value.1.startIndex] + other + whole[value.1.endIndex...]
        let reply = sample.page([String(row), sample.row(2)], 1, 9)
        let page = try sample.keyed.page(from: reply, for: sample.query, at: nil)
        #expect(page.photos.count + page.leftOut.values.reduce(0, +) == 2)
        #expect(page.photos.last?.id.native.last == "2")
        for photo in page.photos { expectSound(photo) }
      }
    }
  }

  @Test(arguments: ProviderSample.all)
  func `more rows than any service sends are not read`(sample: ProviderSample) throws {
    let rows = [sample.row(1)] + Array(repeating: "{}", count: 100_000)
    let page = try sample.keyed.page(
      from: sample.page(rows, 1, 9), for: sample.query, at: nil)
    #expect(page.photos.count == 1)
    #expect(page.leftOut == [.unreadable: 100_000])
  }

  @Test(arguments: ProviderSample.all)
  func `known hosts are upgraded from http`(sample: ProviderSample) throws {
    var reply = sample.firstPage(1..<3)
    let body = String(decoding: reply.body, as: UTF8.self)
    reply.body = Data(
      body.replacing("https://", with: "http://").replacing(#"https:\/\/"#, with: #"http:\/\/"#)
        .utf8)
    let page = try sample.keyed.page(from: reply, for: sample.query, at: nil)
    #expect(page.photos.count == 2)
    for photo in page.photos {
      #expect(photo.page.scheme == "https")
      #expect(photo.author?.url?.scheme ?? "https" == "https")
      #expect(photo.renditions.allSatisfy { $0.url.scheme == "https" })
    }
  }

  @Test(arguments: ProviderSample.all)
  func `an empty or short page is not the end when more were promised`(
    sample: ProviderSample
  ) throws {
    let provider = sample.keyed
    for rows in [[], [sample.row(1)]] {
      let page = try provider.page(from: sample.page(rows, 1, 9), for: sample.query, at: nil)
      #expect(page.next != nil)
      #expect(page.isEmpty == rows.isEmpty)
    }
  }

  @Test(arguments: ProviderSample.all)
  func `the last page that was promised is the end`(sample: ProviderSample) throws {
    let provider = sample.keyed
    var cursor: PageCursor?
    for number in 1...3 {
      let reply = sample.page([sample.row(number)], number, 3)
      let page = try provider.page(from: reply, for: sample.query, at: cursor)
      cursor = page.next
      #expect((cursor == nil) == (number == 3))
      #expect(page.end == .exhausted)
    }
  }

  @Test(arguments: ProviderSample.all)
  func `nothing found is a page and the end`(sample: ProviderSample) throws {
    let reply = sample.page([], 1, 0)
    #expect(sample.keyed.verdict(on: reply) == .page)
    let page = try sample.keyed.page(from: reply, for: sample.query, at: nil)
    #expect(page == PhotoPage(photos: [], total: page.total))
    #expect(page.total ?? 0 == 0)
  }

  @Test(arguments: ProviderSample.all, ["null", "3", "\"x\"", "{}x", "[", "{\"a\"", "<html>", ""])
  func `a reply that is none is told with its place`(sample: ProviderSample, body: String) {
    let reply = HTTPResponse(status: 200, body: Data(body.utf8))
    let error = #expect(throws: ProviderError.self) {
      try sample.keyed.page(from: reply, for: sample.query, at: nil)
    }
    guard case .unreadable(let path, let problem) = error?.reason else {
      Issue.record("not unreadable: \(String(describing: error))")
      return
    }
    #expect(!path.isEmpty && !problem.isEmpty)
    #expect(error?.provider == sample.keyed.id)
  }

  @Test(arguments: ProviderSample.all)
  func `a plain query of its kind is answered and one of the other kind is not`(
    sample: ProviderSample
  ) {
    let provider = sample.keyed
    #expect(sample.query.kind == provider.profile.kind)
    #expect(provider.objection(to: sample.query) == nil)
    let other = PhotoQuery(words: sample.query.words == nil ? "harbour" : nil)
    #expect(provider.objection(to: other)?.isEmpty == false)
  }
}
