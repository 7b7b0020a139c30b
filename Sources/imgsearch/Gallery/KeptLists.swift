import PhotoSearch
import PhotoStorage
import Pictures
import Synchronization

/// The latest lists that pages were given, by the names that the pages made up for them
///
/// A page that is loaded again, or that is gone back to, gets its list from here: no service is asked.
final class KeptLists: Sendable {
  /// A photo, and the earlier one of its list that it looks like
  typealias Member = (photo: Photo, original: ListedPhoto?)

  /// The rest of a list
  struct State: Sendable {
    /// The filters of its search
    let filters: PhotoFilters
    /// The cursor that continues it; nil at its end
    let next: String?
    /// The states of its providers, and the end of its last batch, as the page was sent them
    let lines: [String]
  }

  /// Most lists, and most photos of a list, each of which takes some 4 KB: 50 MB if all are full
  private static let (maxLists, maxPhotos) = (6, 2_000)

  private let lists = Mutex<[(name: String, members: [Member], state: State)]>([])

  /// Adds a batch to a list, or begins the list
  ///
  /// A batch that doesn't continue the list as it is kept is another page's, and is ignored. Beyond
  /// the most photos, the list stays as it was.
  ///
  /// - Parameter cursor: the cursor that the batch was asked for with; nil for the first one
  func keep(_ batch: [Member], of name: String, from cursor: String?, _ state: State) {
    lists.withLock { lists in
      let known = lists.firstIndex { $0.name == name }
      guard cursor == nil || known.map({ lists[$0].state.next == cursor }) ?? false else { return }
      var members = cursor == nil ? [] : known.map { lists[$0].members } ?? []
      members += batch
      guard members.count <= Self.maxPhotos || cursor == nil else { return }
      lists.removeAll { $0.name == name }
      lists = (lists + [(name, members, state)]).suffix(Self.maxLists)
    }
  }

  /// A list as it was kept; nil if it wasn't
  func list(_ name: String) -> (members: [Member], state: State)? {
    lists.withLock { lists in
      lists.first { $0.name == name }.map { ($0.members, $0.state) }
    }
  }
}
