package import Pictures
import PhotoSearch
import Synchronization
package import Terminal

/// A grid whose pictures come while it is printed, and are drawn each at its place
///
/// While the screen has room, rows are printed at once and their pictures drawn later. A row that
/// would push an unfinished picture off the screen waits for it a little. Where output can't be
/// redrawn (a pipe), each row waits for its pictures. A picture that never comes leaves its
/// placeholder.
package final class GridPictures: Sendable {
  private struct State {
    /// The grid, with the pictures that came before their row was printed
    var grid: GridRenderer
    /// Numbers of photos whose pictures may still come
    var pending: Set<Int> = []
    /// Photos on the screen, and others whose pictures may still come
    var shown: [Int: ShownEntry] = [:]
    /// How often a row waited in vain
    var failures = 0
    /// Tells whoever waits that a picture came, or won't come
    var arrival: AsyncStream<Void>.Continuation?

    /// Whether pictures may still come for photos at such places
    func awaits(_ isMeant: (ShownEntry) -> Bool) -> Bool {
      pending.contains { shown[$0].map(isMeant) ?? false }
    }
  }

  private struct ShownEntry {
    var entry: ListingEntry
    /// The picture's first cell
    let start: ScreenPlace
    let box: PictureBox

    /// The first cell of the facts below the picture
    var facts: ScreenPlace { start.moved(rows: box.rows + 1) }
  }

  /// How long a row waits: on a terminal, and in a file
  private static let patience = (shown: Duration.seconds(1), written: Duration.seconds(5))
  /// How often rows may wait in vain before none waits any more
  private static let maxFailures = 2
  /// How long to wait for the last pictures
  private static let lastPatience = Duration.seconds(3)

  /// Look-alikes in the list
  package let marks = LookAlikes()
  /// Whether pictures are drawn later, at places on the screen
  package let canDraw: Bool
  private let console: Console
  private let request: @Sendable (ListingEntry, Int) -> Bool
  private let state: Mutex<State>

  /// - Parameter request: asks for the picture of a photo, with least pixels of its longer side, and
  ///   returns whether it may come
  package init(
    _ grid: GridRenderer, on console: Console,
    request: @escaping @Sendable (ListingEntry, Int) -> Bool
  ) {
    state = Mutex(State(grid: grid))
    self.console = console
    self.request = request
    canDraw = console.canDraw
    if canDraw { console.screen.begin() }
  }

  // MARK: Printing

  /// Adds a photo, asks for its picture, and prints the row once it is full
  ///
  /// - Throws: what printing throws, `CancellationError`.
  package func print(_ entry: ListingEntry) async throws {
    let pixels = state.withLock { state in
      // A picture may come as soon as it is asked for.
      state.pending.insert(entry.number)
      return state.grid.pixels(of: entry)
    }
    if !request(entry, pixels) { state.withLock { _ = $0.pending.remove(entry.number) } }
    if state.withLock({ $0.grid.isRowFull }) { try await waitForRow(ending: entry.number) }
    var entry = entry
    entry.lookAlike = marks.lookAlike(of: entry.number)
    try printRow { $0.entry(entry) }
  }

  /// Prints the rest of the grid
  ///
  /// - Throws: what printing throws, `CancellationError`.
  package func finish(_ summary: ListingSummary) async throws {
    try await waitForRow(ending: nil)
    try printRow { $0.footer(summary) }
  }

  private func printRow(_ text: (inout GridRenderer) -> String) throws {
    let (row, places) = state.withLock { state in
      state.grid.mark(marks.lookAlike)
      let row = text(&state.grid)
      let places = row.isEmpty ? [] : state.grid.places
      for place in places { state.grid.pictures[place.entry.number] = nil }
      return (row, places)
    }
    guard !places.isEmpty else { return }
    let start = try console.printPlaced(row)
    guard canDraw else { return }
    state.withLock { state in
      state.shown = state.shown.filter { number, shown in
        state.pending.contains(number) || console.screen.holds(shown.facts)
      }
    }
    for place in places {
      let start = start.moved(rows: place.row, columns: place.column)
      let shown = ShownEntry(entry: place.entry, start: start, box: place.box)
      // The picture may have come since the row was written.
      let picture = state.withLock { state in
        state.shown[place.entry.number] = shown
        return state.grid.pictures.removeValue(forKey: place.entry.number)
      }
      if let picture { draw(picture, at: shown) }
    }
    // Look-alikes may have been found since then, too.
    mark(places.map(\.entry.number))
  }

  /// Rewrites the facts of photos whose look-alikes have changed
  private func mark(_ numbers: [Int]) {
    for number in numbers {
      state.withLock { state in
        guard var shown = state.shown[number] else { return }
        shown.entry.lookAlike = marks.lookAlike(of: number)
        guard shown.entry != state.shown.updateValue(shown, forKey: number)?.entry else { return }
        // Drawn under the lock, so that the latest facts stay.
        let text = state.grid.facts(of: shown.entry, room: shown.box.columns)
        console.draw([text], at: shown.facts)
      }
    }
  }

  private func draw(_ picture: SmallPicture, at shown: ShownEntry) {
    let blocks = HalfBlocks(picture, within: shown.box, depth: console.style.depth)
    console.draw(blocks.filling(shown.box), at: shown.start)
  }

  // MARK: Pictures

  /// Whether a photo's picture still has a place; not if the place has left the screen
  package func hasPlace(for number: Int) -> Bool {
    state.withLock { $0.shown[number].map { console.screen.holds($0.start) } ?? true }
  }

  /// Adds the picture of a photo, and draws it if its row is printed already
  ///
  /// - Parameters:
  ///   - picture: nil if it doesn't come
  ///   - fingerprint: nil if the picture has too little detail to be compared
  package func add(_ number: Int, _ picture: SmallPicture?, _ fingerprint: PictureFingerprint?) {
    if let fingerprint { mark(marks.add(number, fingerprint)) }
    let (shown, arrival) = state.withLock { state in
      state.pending.remove(number)
      let shown = state.shown[number]
      if shown == nil { state.grid.pictures[number] = picture }
      return (shown, state.arrival)
    }
    if let picture, let shown { draw(picture, at: shown) }
    arrival?.yield()
  }

  /// Waits a little for the last pictures that have a place on the screen
  ///
  /// - Throws: `CancellationError`
  package func waitForLast() async throws {
    _ = try await wait(for: Self.lastPatience) { [self] in
      state.withLock { $0.awaits { console.screen.holds($0.start) } }
    }
  }

  /// Waits for pictures that a row would push off the screen; if nothing can be redrawn, for the
  /// row's own pictures
  private func waitForRow(ending number: Int?) async throws {
    guard state.withLock({ $0.failures < Self.maxFailures }) else { return }
    let patience = canDraw ? Self.patience.shown : Self.patience.written
    let isOver = try await wait(for: patience) { [self] in
      state.withLock { state in
        guard canDraw else {
          let row = state.grid.numbers + [number].compactMap(\.self)
          return row.contains(where: state.pending.contains)
        }
        let height = state.grid.rowHeight
        return state.awaits { shown in
          console.screen.holds(shown.start)
            && !console.screen.holds(shown.start, afterMore: height)
        }
      }
    }
    if !isOver { state.withLock { $0.failures += 1 } }
  }

  /// Waits as long as a condition holds, which is checked whenever a picture has come
  ///
  /// - Returns: whether the wait ended in time
  private func wait(
    for patience: Duration, while isWaiting: @escaping @Sendable () -> Bool
  ) async throws -> Bool {
    let (arrivals, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.arrival = arrival }
    guard isWaiting() else { return true }
    let end: Void? = try await withTimeLimit(patience, clock: ContinuousClock()) {
      for await _ in arrivals where !isWaiting() { return }
      // The stream of arrivals only ends early if the task is cancelled.
      try Task.checkCancellation()
    }
    return end != nil
  }
}
