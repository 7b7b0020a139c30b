package import PhotoSearch
import Synchronization

/// Favorites and searches that pages removed recently, to be restored by an undo
package final class UndoBuffer: Sendable {
  private static let maxSearches = 100
  private static let maxFavorites = 10_000

  private let favorites = Mutex<[Favorite]>([])
  private let searches = Mutex<[HistoryEntry]>([])

  package init() {}

  package func keep(_ removed: [Favorite]) {
    favorites.withLock { $0 = ($0 + removed).suffix(Self.maxFavorites) }
  }

  package func keep(_ removed: HistoryEntry) {
    searches.withLock { $0 = ($0 + [removed]).suffix(Self.maxSearches) }
  }

  /// Takes out the removed favorites that have one of these ids
  package func take(_ names: [PhotoID]) -> [Favorite] {
    favorites.withLock { favorites in
      let taken = favorites.filter { !Set($0.photo.identities).isDisjoint(with: names) }
      favorites.removeAll(where: taken.contains)
      return taken
    }
  }

  package func take(_ id: String) -> HistoryEntry? {
    searches.withLock { searches in
      searches.firstIndex { $0.id == id }.map { searches.remove(at: $0) }
    }
  }

  /// Drops all searches, because the history was cleared
  package func forgetSearches() { searches.withLock { $0 = [] } }
}
