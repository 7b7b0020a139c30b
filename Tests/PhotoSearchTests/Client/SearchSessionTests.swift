import Foundation
import PhotoSearch
import Testing

/// What an app does with a search: batches, loops, cursors, several tasks at once
struct SearchSessionTests {
  private func client(
    _ providers: [ScriptedProvider], over transport: any HTTPTransport = CountingTransport()
  ) -> PhotoClient {
    PhotoClient(
      application: "Test", providers: providers.map { PhotoService($0) }, transport: transport)
  }

  private var two: [ScriptedProvider] {
    [ScriptedProvider("a", 1...3, 4...6), ScriptedProvider("b", 1...2)]
  }

  private let six = ScriptedProvider("a", pages: 2, of: 3)

  private let order = ["a:1", "b:1", "a:2", "b:2", "a:3", "a:4", "a:5", "a:6"]

  @Test func `batches and a loop go on from one position`() async throws {
    let transport = CountingTransport()
    let search = client(two, over: transport).search("kittens")
    var names = try await search.next(3).map(\.id.description)
    for try await photo in search.prefix(2) { names.append(photo.id.description) }
    names += try await search.next(30).map(\.id.description)
    #expect((names, search.cursor) == (order, nil))
    #expect(try await search.next(30).isEmpty)
    #expect(transport.asked.values.allSatisfy { $0 == 1 } && transport.total == 3)
    #expect(search.reports.map(\.status) == [.ended(.exhausted), .ended(.exhausted)])
    #expect(search.reports.map(\.shown) == [6, 2])
  }

  @Test func `the reports are told as they change, until nobody has any more`() async throws {
    let search = client(two).search("kittens")
    var updates = search.reportUpdates.makeAsyncIterator()
    #expect(await updates.next()?.map(\.shown) == [0, 0])
    _ = try await search.next(3)
    var beside = search.reportUpdates.makeAsyncIterator()
    for count in [0, 30] {
      _ = try await search.next(count)
      let reports = search.reports
      #expect(await updates.next() == reports)
      #expect(await beside.next() == reports)
    }
    #expect(await updates.next() == nil)
    #expect(await beside.next() == nil)
    let late = await search.reportUpdates.reduce(into: []) { $0.append($1.map(\.shown)) }
    #expect(late == [[6, 2]])
  }

  @Test func `a loop tells of its reports too`() async throws {
    let search = client(two).search("kittens")
    var updates = search.reportUpdates.makeAsyncIterator()
    for try await _ in search.prefix(2) {}
    #expect(await updates.next()?.map(\.shown) == [1, 1])
  }

  @Test func `whoever follows the reports doesn't hold the session`() async throws {
    var search: SearchSession? = client(two).search("kittens")
    let updates = try #require(search).reportUpdates
    search = nil
    #expect(await updates.reduce(0) { count, _ in count + 1 } == 1)
  }

  @Test func `a batch asks for what its count needs, a loop one page ahead`() async throws {
    let long = ScriptedProvider("a", pages: 9, of: 2)
    let transport = CountingTransport()
    let search = client([long], over: transport).search("kittens")
    #expect(try await search.next(2).count == 2)
    #expect(transport.total == 1)
    #expect(try await search.next(3).count == 3)
    #expect(transport.total == 3)
    for try await _ in search.prefix(1) {}
    #expect(transport.total <= 4)
  }

  @Test func `a limit ends the list, and its cursor goes on`() async throws {
    let search = client(two).search("kittens", limit: 5)
    #expect(try await search.next(4).count == 4)
    #expect(try await search.next(4).count == 1)
    #expect(try await search.next(4).isEmpty)
    let cursor = try #require(search.cursor)
    let token = try JSONEncoder().encode([cursor])
    let kept = try JSONDecoder().decode([SearchCursor].self, from: token)
    let rest = try client(two).search(continuing: kept[0])
    #expect(try await rest.next(9).map(\.id.description) == Array(order[5...]))
  }

  @Test func `each photo comes to one of the tasks that ask at once`() async throws {
    let search = client(two).search("kittens")
    let photos = try await withThrowingTaskGroup(of: [Photo].self) { group in
      for _ in 0..<4 { group.addTask { try await search.next(2) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(photos.map(\.id.description)) == Set(order) && photos.count == order.count)
  }

  @Test func `a cancelled batch gives its photos to the next one`() async throws {
    let gate = GatedTransport(over: CountingTransport())
    let search = client(two, over: gate).search("kittens")
    var updates = search.reportUpdates.makeAsyncIterator()
    let task = Task { try await search.next(8) }
    await gate.waitForRequests(2)
    gate.open("a 1", "b 1")
    await gate.waitUntil { $0 == ["a 2"] }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect((gate.cancelled, search.reports.map(\.shown)) == (["a 2"], [0, 0]))
    #expect(await updates.next() == search.reports)
    #expect(search.cursor == client(two).search("kittens").cursor)
  }

  @Test func `a cancelled loop ends, and the search goes on where it was`() async throws {
    let gate = GatedTransport(over: CountingTransport())
    let search = client(two, over: gate).search("kittens")
    let task = Task {
      var names: [String] = []
      for try await photo in search { names.append(photo.id.description) }
      return names
    }
    await gate.waitForRequests(2)
    task.cancel()
    #expect(try await task.value.isEmpty)
    #expect(search.reports.allSatisfy { $0.status == .ok })
  }

  @Test func `one that fails leaves the batch, and is asked again by the next`() async throws {
    let flaky = FlakyTransport(failures: 1, of: "b")
    let search = client(two, over: flaky).search("kittens")
    #expect(try await search.next(3).map(\.id.description) == ["a:1", "a:2", "a:3"])
    guard case .failed(let error) = search.reports[1].status else {
      Issue.record("b didn't fail")
      return
    }
    #expect(error.localizedDescription.contains("can't be reached"))
    let rest = try await search.next(9).map(\.id.description)
    #expect((Set(rest), search.cursor) == (["b:1", "b:2", "a:4", "a:5", "a:6"], nil))
  }

  @Test func `it throws where nobody answers, each time, and goes on when somebody does`()
    async throws
  {
    let flaky = FlakyTransport(failures: 2, of: "b")
    let search = client([two[1]], over: flaky).search("kittens")
    await #expect(throws: PhotoClientError.self) { try await search.next(2) }
    await #expect(throws: PhotoClientError.self) {
      for try await _ in search { Issue.record("there is nobody to give a photo") }
    }
    #expect(try await search.next(2).count == 2)
  }

  @Test func `nobody to ask, and nobody who can, are told apart`() async throws {
    await #expect(throws: PhotoClientError.noAnswer([])) {
      try await client([]).search("kittens").next(1)
    }
    var unable = ScriptedProvider("a", pages: [])
    unable.objection = "can't filter by color"
    let search = client([unable]).search("kittens")
    let error = await #expect(throws: PhotoClientError.self) { try await search.next(1) }
    #expect(error?.localizedDescription.contains("a: can't filter by color") == true)
  }

  @Test func `an empty answer is no error`() async throws {
    let empty = ScriptedProvider("a", pages: [.rows([])])
    let search = client([empty, two[1]], over: FlakyTransport(failures: .max, of: "b"))
      .search("kittens")
    #expect(try await search.next(5).isEmpty)
    for try await _ in client([empty]).search("kittens") {}
  }

  @Test func `a batch costs one provider twenty pages at most, and the next looks further`()
    async throws
  {
    let barren = ScriptedProvider(
      "a", pages: (0..<30).map { _ in ScriptedProvider.Page.rows([]) } + [.of("a", 1...2)])
    var provider = barren
    provider.excluded = [.unreadable: 1]
    let transport = CountingTransport()
    let search = client([provider], over: transport).search("kittens")
    #expect(try await search.next(5).isEmpty)
    #expect(transport.total == 20 && search.cursor != nil && search.reports[0].reachedRequestLimit)
    #expect(try await search.next(5).count == 2)
    #expect(search.cursor == nil)
  }

  @Test func `all the rest can be asked for`() async throws {
    let search = client([six]).search("kittens")
    #expect(try await search.next(1).count == 1)
    #expect(try await search.next(.max).count == 5)
    #expect(try await search.next(0).isEmpty && search.cursor == nil)
  }

  @Test func `the cursor of a batch under way is where it began`() async throws {
    let gate = GatedTransport(over: CountingTransport())
    let search = client([six], over: gate).search("kittens")
    let start = search.cursor
    let task = Task { try await search.next(6) }
    await gate.waitForRequests(1)
    gate.open("a 1")
    await gate.waitUntil { $0 == ["a 2"] }
    #expect(search.cursor == start)
    gate.open("a 2")
    #expect(try await task.value.count == 6)
    #expect(search.cursor == nil)
  }
}

/// Can't reach one provider, so many times
private actor FlakyTransport: HTTPTransport {
  private var failures: Int
  private let name: String

  init(failures: Int, of name: String) { (self.failures, self.name) = (failures, name) }

  func send(_ request: WebRequest) async throws -> WebReply {
    guard request.url.lastPathComponent == name, failures > 0 else { return WebReply(status: 200) }
    failures -= 1
    throw TransportError.unreachable(host: name, reason: "no route")
  }
}
