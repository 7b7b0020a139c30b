import Foundation
import PhotoSearch
import Testing

/// What every provider promises about what it sends
@Suite struct ProviderRequestContractTests {
  private static let needingKeys = ProviderSample.all.filter { $0.keyed.profile.key != nil }

  @Test(arguments: ProviderSample.all)
  func `the same question makes the same request`(sample: ProviderSample) throws {
    let one = try sample.keyed.request(for: sample.query, at: nil)
    #expect(one == (try sample.keyed.request(for: sample.query, at: nil)))
    #expect(one.method == "GET")
    #expect(one.url.scheme == "https")
    let names = one.queryItems.map(\.name)
    #expect(names.count == Set(names).count)
    #expect(one.queryItems.allSatisfy { $0.value != nil })
  }

  @Test(arguments: ProviderSample.all)
  func `requests go below the address that is set`(sample: ProviderSample) throws {
    let base = try #require(URL(string: "http://127.0.0.1:8080/proxy/"))
    let provider = sample.provider(ProviderSample.key, base)
    let requests =
      [try provider.request(for: sample.query, at: nil)]
      + (try provider.requests(forPhoto: sample.native))
    #expect(requests.allSatisfy { $0.url.absoluteString.hasPrefix("http://127.0.0.1:8080/proxy") })
    #expect(provider.api.base == base)
    #expect(provider.api.defaultBase == sample.keyed.api.base)
  }

  @Test(arguments: ProviderSample.all)
  func `what is sent by default is declared, and so is the first page`(
    sample: ProviderSample
  ) throws {
    let api = sample.keyed.api
    let first = try sample.keyed.request(for: sample.query, at: nil)
    for item in first.queryItems {
      if let value = api.defaults[item.name] { #expect(value == item.value) }
      if let value = api.paging[item.name] { #expect(value == item.value) }
    }
    let known = first.queryItems.filter { item in
      api.immaterial.contains(item.name) || api.defaults[item.name] != nil
        || api.paging[item.name] != nil
    }
    let words = first.queryItems.filter { item in
      sample.query.words.map { item.value?.contains($0) == true } ?? false
    }
    let constant = first.queryItems.filter { ["method", "action", "generator"].contains($0.name) }
    #expect(Set(known + words + constant) == Set(first.queryItems))
  }

  @Test(arguments: needingKeys)
  func `without a key nothing is asked, and it is said where to get one`(
    sample: ProviderSample
  ) throws {
    for key in [nil, ""] {
      let provider = sample.provider(key, nil)
      let needed = try #require(provider.profile.key)
      let missing = ProviderError(
        provider.id, .keyMissing(variable: needed.variable, address: needed.address))
      #expect(throws: missing) { try provider.request(for: sample.query, at: nil) }
      #expect(throws: missing) { try provider.requests(forPhoto: sample.native) }
    }
  }

  @Test(arguments: needingKeys)
  func `the key stands where it belongs and nowhere else`(sample: ProviderSample) throws {
    let provider = sample.keyed
    let requests =
      [try provider.request(for: sample.query, at: nil)]
      + (try provider.requests(forPhoto: sample.native))
    for request in requests {
      let inHeaders = request.headers.fields.filter { $0.value.contains(ProviderSample.key) }
      let inQuery = request.queryItems.filter { $0.value?.contains(ProviderSample.key) == true }
      #expect(inHeaders.count + inQuery.count == 1)
      #expect(inHeaders.allSatisfy { $0.name == "Authorization" })
      #expect(inQuery.allSatisfy { provider.api.immaterial.contains($0.name) })
      #expect(!request.url.path.contains(ProviderSample.key))
    }
  }

  @Test(arguments: ProviderSample.all)
  func `cursors come back as they were given`(sample: ProviderSample) throws {
    let provider = sample.keyed
    var cursor: PageCursor?
    var requests = [try provider.request(for: sample.query, at: nil)]
    for number in 1...4 {
      let reply = sample.page([sample.row(number)], number, 9)
      let page = try provider.page(from: reply, for: sample.query, at: cursor)
      let next = try #require(page.next)
      let data = try JSONEncoder().encode(next)
      cursor = try JSONDecoder().decode(PageCursor.self, from: data)
      #expect(cursor == next)
      #expect(next.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
      requests.append(try provider.request(for: sample.query, at: cursor))
    }
    #expect(Set(requests.map(\.url)).count == 5)
  }

  @Test(arguments: ProviderSample.all)
  func `a cursor of somebody else is refused`(sample: ProviderSample) throws {
    let provider = sample.keyed
    for text in sample.unknownCursors {
      let cursor = PageCursor(text)
      let unknown = ProviderError(provider.id, .unknownPage(cursor))
      #expect(throws: unknown) { try provider.request(for: sample.query, at: cursor) }
      #expect(throws: unknown) {
        try provider.page(from: sample.firstPage(1..<2), for: sample.query, at: cursor)
      }
    }
  }

  @Test(
    arguments: ProviderSample.all,
    ["", ".", "..", "../me", "a/b", "a b", "1&api_key=2", "1?x", "1#x", "ü", "\u{0}"])
  func `an id that is none asks for nothing else`(sample: ProviderSample, native: String) throws {
    let provider = sample.keyed
    #expect(
      throws: ProviderError(provider.id, .noSuchPhoto("\(provider.profile.service):\(native)"))
    ) {
      try provider.requests(forPhoto: native)
    }
  }
}
