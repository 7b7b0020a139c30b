package import PhotoSearch
import Synchronization
package import Terminal

/// A status line with the providers that are waited for, shown while nothing else happens
///
///     unsplash ✓ · flickr ✗ · openverse 3 s…
///
/// It disappears when photos come, and returns after a while without any.
package final class ProgressLine: Sendable {
  private struct State {
    var providers: [Provider] = []
    /// When something was last shown
    var quietSince = ContinuousClock.now
  }

  private struct Provider {
    let id: ProviderID
    /// When each request under way was sent
    var waiting: [ContinuousClock.Instant] = []
    var hasFailed = false
  }

  /// How long nothing must happen before the line is shown
  private static let patience = Duration.milliseconds(400)
  private static let pause = Duration.milliseconds(200)

  private let console: Console
  private let state = Mutex(State())

  /// A progress line for the terminal of standard error; nil if there is none
  package init?(_ console: Console) {
    guard console.showsProgress else { return nil }
    self.console = console
  }

  /// Notes that a request was sent
  package func began(_ id: ProviderID) {
    state.withLock { state in
      let index = state.providers.firstIndex { $0.id == id }
      if index == nil { state.providers.append(Provider(id: id)) }
      state.providers[index ?? state.providers.count - 1].waiting.append(.now)
    }
  }

  /// Notes that a request was answered, or failed
  package func ended(_ id: ProviderID, failed: Bool) {
    state.withLock { state in
      guard let index = state.providers.firstIndex(where: { $0.id == id }) else { return }
      if !state.providers[index].waiting.isEmpty { state.providers[index].waiting.removeFirst() }
      state.providers[index].hasFailed = failed
    }
  }

  /// Hides the line, because something else was shown
  package func hide() {
    state.withLock { $0.quietSince = .now }
    console.showStatus([])
  }

  /// Shows the line whenever it is time, until the task is cancelled
  package func run() async {
    defer { console.showStatus([]) }
    while true {
      do { try await Task.sleep(for: Self.pause) } catch { return }
      let cells = Console.errorSize.columns - 1
      let line = state.withLock { Self.line($0, at: .now, cells: cells) }
      console.showStatus(line.map { [SafeText.line($0, cells: cells)] } ?? [])
    }
  }

  /// The line's text; nil if no provider is waited for, or not for long enough
  private static func line(_ state: State, at now: ContinuousClock.Instant, cells: Int) -> String? {
    let waited = state.providers.filter { !$0.waiting.isEmpty }
    guard !waited.isEmpty, now - state.quietSince >= patience else { return nil }
    let line = state.providers.map { words($0, at: now) }.joined(separator: " · ")
    // One that is too long is cut at its end, so it begins with who is waited for.
    guard line.count > cells else { return line }
    let others = state.providers.filter(\.waiting.isEmpty)
    return (waited + others).map { words($0, at: now) }.joined(separator: " · ")
  }

  private static func words(_ provider: Provider, at now: ContinuousClock.Instant) -> String {
    guard let start = provider.waiting.first else {
      return "\(provider.id) \(provider.hasFailed ? "✗" : "✓")"
    }
    let seconds = Int((now - start) / .seconds(1))
    return seconds > 0 ? "\(provider.id) \(seconds) s…" : "\(provider.id)…"
  }
}
