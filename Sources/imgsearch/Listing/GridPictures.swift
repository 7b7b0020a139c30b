import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Synchronization
import Terminal

/// Fetches the pictures of a grid while it is printed, and draws each at its place
///
/// While the screen has room, rows are printed at once and their pictures drawn later. A row that
/// would push an unfinished picture off the screen waits for it a little. Where output can't be
/// redrawn (a pipe), each row waits for its pictures. A picture that never comes leaves its
/// placeholder.
final class GridPictures: Sendable {
  private struct State {
    /// The grid, with the pictures that came before their row was printed
    var grid: GridRenderer
    /// Numbers of photos whose pictures may still come
    var pending: Set<Int> = []
    /// Places on the screen of pictures that may still come
    var places: [Int: Place] = [:]
    /// The row that isn't printed yet
    var row: [ListingEntry] = []
    /// Photos on the screen, with the facts that stand below their pictures
    var facts: [Int: (place: Place, entry: ListingEntry)] = [:]
    /// Pictures requested, by service
    var counts: [String: Int] = [:]
    /// How often a row waited in vain
    var failures = 0
    var tally = PictureStatistics()
  }

  private struct Place {
    /// The picture's first cell
    let start: ScreenPlace
    let box: PictureBox

    /// The first cell of the facts below the picture
    var facts: ScreenPlace { start.moved(rows: box.rows + 1) }
  }

  private typealias Job = (entry: ListingEntry, rendition: Rendition)

  /// Most requests for pictures at a time; each host has its own limit too
  private static let maxRequests = 30
  /// Most bytes of a small picture
  private static let maxBytes = 2_000_000
  /// How long a row waits: on a terminal, and in a file
  private static let patience = (shown: Duration.seconds(1), written: Duration.seconds(5))
  /// How often rows may wait in vain before none waits any more
  private static let maxFailures = 2
  /// How long to wait for the last pictures
  private static let lastPatience = Duration.seconds(3)
  private static let pause = Duration.milliseconds(10)

  /// Look-alikes in the list
  let marks = LookAlikes()
  private let session: Session
  private let console: Console
  private let depth: ColorDepth
  private let canDraw: Bool
  private let state: Mutex<State>
  private let jobs: AsyncStream<Job>
  private let waiting: AsyncStream<Job>.Continuation

  /// Runs a body that prints a listing while its pictures, if it has any, are fetched, then waits
  /// for the last ones
  ///
  /// - Parameter isVerbose: whether to count the pictures also if none is missing
  static func during<T>(
    _ session: Session, _ listing: ListingOptions, isVerbose: Bool = true, on console: Console,
    _ body: (GridPictures?) async throws -> T
  ) async throws -> T {
    guard let grid = listing.pictureGrid(on: console) else { return try await body(nil) }
    let pictures = GridPictures(session, grid, console)
    return try await console.input.quietly(pictures.canDraw) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await pictures.fetchAll() }
        let value = try await body(pictures)
        pictures.waiting.finish()
        try await pictures.wait(for: lastPatience) { pictures.isDrawing }
        group.cancelAll()
        let tally = pictures.state.withLock { $0.tally }
        if isVerbose || tally.pictures < tally.requests,
          let words = tally.words(isRecorded: session.recording != nil)
        {
          console.note(words)
        }
        return value
      }
    }
  }

  private init(_ session: Session, _ grid: GridRenderer, _ console: Console) {
    state = Mutex(State(grid: grid))
    (self.session, self.console) = (session, console)
    depth = console.style.depth
    canDraw = console.canDraw
    (jobs, waiting) = AsyncStream.makeStream()
    if canDraw { console.screen.begin() }
  }

  // MARK: Printing

  /// Adds a photo, and prints the row once it is full
  func print(_ entry: ListingEntry) async throws {
    ask(for: entry)
    if state.withLock({ $0.grid.isRowFull }) { try await waitForRow(ending: entry.number) }
    var entry = entry
    entry.original = marks.original(of: entry.number)
    state.withLock { $0.row.append(entry) }
    try printRow { $0.entry(entry) }
  }

  /// Prints the rest of the grid
  func finish(_ summary: ListingSummary) async throws {
    try await waitForRow(ending: nil)
    try printRow { $0.footer(summary) }
  }

  private func printRow(_ text: (inout GridRenderer) -> String) throws {
    let (row, places, missing, entries) = state.withLock { state in
      state.grid.mark(marks.original)
      let row = text(&state.grid)
      let places = row.isEmpty ? [] : state.grid.places
      let missing = places.map(\.number).filter { number in
        state.grid.pictures.removeValue(forKey: number) == nil
      }
      defer { if !row.isEmpty { state.row = [] } }
      return (row, places, missing, state.row)
    }
    guard !places.isEmpty else { return }
    let start = try console.printPlaced(row)
    guard canDraw else { return }
    let found = places.map {
      Place(start: start.moved(rows: $0.row, columns: $0.column), box: $0.box)
    }
    state.withLock { state in
      state.facts = state.facts.filter { console.screen.holds($0.value.place.facts) }
      for (entry, place) in zip(entries, found) { state.facts[entry.number] = (place, entry) }
    }
    // Look-alikes may have been found since the row was written.
    mark(entries.map(\.number))
    for (number, place) in zip(places.map(\.number), found) where missing.contains(number) {
      // The picture may have come since then.
      let picture = state.withLock { state in
        if state.pending.contains(number) { state.places[number] = place }
        return state.grid.pictures.removeValue(forKey: number)
      }
      if let picture { draw(picture, at: place) }
    }
  }

  /// Rewrites the facts of photos whose look-alikes have changed
  private func mark(_ numbers: [Int]) {
    for number in numbers {
      state.withLock { state in
        guard var facts = state.facts[number] else { return }
        facts.entry.original = marks.original(of: number)
        guard facts.entry != state.facts.updateValue(facts, forKey: number)?.entry else { return }
        // Drawn under the lock, so that the latest facts stay.
        let text = state.grid.facts(of: facts.entry, room: facts.place.box.columns)
        console.draw([text], at: facts.place.facts)
      }
    }
  }

  private func draw(_ picture: SmallPicture, at place: Place) {
    let blocks = HalfBlocks(picture, within: place.box, depth: depth)
    console.draw(blocks.filling(place.box), at: place.start)
  }

  // MARK: Waiting

  /// Waits for pictures that a row would push off the screen; if nothing can be redrawn, for the
  /// row's own pictures
  private func waitForRow(ending number: Int?) async throws {
    let (isPatient, row) = state.withLock { state in
      (state.failures < Self.maxFailures, state.grid.places.map(\.number))
    }
    guard isPatient else { return }
    let isOver = try await wait(for: canDraw ? Self.patience.shown : Self.patience.written) {
      state.withLock { state in
        guard canDraw else {
          return (row + [number].compactMap(\.self)).contains(where: state.pending.contains)
        }
        let height = state.grid.rowHeight
        return state.places.values.contains { place in
          console.screen.holds(place.start)
            && !console.screen.holds(place.start, afterMore: height)
        }
      }
    }
    if !isOver { state.withLock { $0.failures += 1 } }
  }

  /// Whether a picture may still come for a place on the screen
  private var isDrawing: Bool {
    state.withLock { $0.places.values.contains { console.screen.holds($0.start) } }
  }

  /// - Returns: whether the wait ended in time
  @discardableResult
  private func wait(for patience: Duration, while isWaiting: () -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + patience
    while isWaiting() {
      guard .now < deadline else { return false }
      try await Task.sleep(for: Self.pause)
    }
    return true
  }

  // MARK: Fetching

  /// Begins to fetch a photo's picture, if it has one
  private func ask(for entry: ListingEntry) {
    let photo = entry.photo
    let pixels = state.withLock { $0.grid.pixels(of: entry) }
    // A slightly larger picture is needed to find look-alikes, too.
    let enough = max(pixels, PerceptualHash.minLongerSide)
    guard let rendition = session.rendition(of: photo, atLeast: enough) else { return }
    let service = photo.id.service
    let limit = ProviderCatalog.profile(ofService: service)?.display.maxPictures
    let isAllowed = state.withLock { state in
      guard state.counts[service, default: 0] < limit ?? .max else { return false }
      state.counts[service, default: 0] += 1
      return state.pending.insert(entry.number).inserted
    }
    guard isAllowed else { return }
    waiting.yield((entry, rendition))
  }

  private func fetchAll() async {
    await withTaskGroup(of: Void.self) { group in
      var busy = 0
      for await job in jobs {
        if busy == Self.maxRequests { await group.next() } else { busy += 1 }
        group.addTask { [self] in arrived(await fetch(job), job) }
      }
    }
  }

  /// Fetches a picture; nil if it isn't needed any more, doesn't come, or can't be read
  private func fetch(_ job: Job) async -> SmallPicture? {
    let isOff = state.withLock { state in
      state.places[job.entry.number].map { !console.screen.holds($0.start) } ?? false
    }
    guard !isOff else { return nil }
    state.withLock { $0.tally.requests += 1 }
    do {
      let bytes = try await session.picture(
        of: job.entry.photo, job.rendition, limit: Self.maxBytes)
      state.withLock { $0.tally.bytes += bytes.count }
      return try SmallPicture(eighthOfJPEG: bytes)
    } catch {
      // A failed picture leaves its placeholder.
      state.withLock { state in
        if state.tally.problem == nil { state.tally.problem = ErrorText.line(error) }
      }
      return nil
    }
  }

  private func arrived(_ picture: SmallPicture?, _ job: Job) {
    let number = job.entry.number
    if let picture,
      let hash = session.hashes.take(picture, of: job.entry.photo, from: job.rendition.url)
    {
      mark(marks.take(number, hash))
    }
    let place = state.withLock { state in
      state.pending.remove(number)
      let place = state.places.removeValue(forKey: number)
      if picture != nil { state.tally.pictures += 1 }
      if place == nil { state.grid.pictures[number] = picture }
      return place
    }
    if let picture, let place { draw(picture, at: place) }
  }
}

/// Counts of fetched pictures
private struct PictureStatistics {
  var requests = 0
  /// Pictures that came and could be read
  var pictures = 0
  var bytes = 0
  /// Why the first missing picture could not be shown
  var problem: String?

  /// `28 of 30 pictures · 30 requests · 412 KB · 2 missing: …`; nil if none were requested, or if a
  /// recording had all of them
  func words(isRecorded: Bool) -> String? {
    guard requests > 0, !isRecorded || pictures < requests else { return nil }
    let isMissing = pictures < requests
    let count = isMissing ? "\(pictures) of \(requests)" : "\(pictures)"
    let noun = requests == 1 ? "picture" : "pictures"
    let words = [
      "\(count) \(noun)\(isRecorded ? " from the recording" : "")",
      isRecorded ? nil : Counts.phrase(requests, "request"),
      isRecorded || bytes == 0 ? nil : Counts.bytes(bytes),
      isMissing ? "\(requests - pictures) missing: \(problem ?? "they didn't come in time")" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " · ")
  }
}
