import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Synchronization
import Terminal

/// What `download --tar` writes, as it was asked for
struct ShardOptions: Sendable {
  let name: ShardName
  /// Pictures of a tar file
  let size: Int

  /// nil without `--tar`
  ///
  /// - Throws: a usage failure for another name, and for options that say how files are named.
  init?(_ arguments: Arguments) throws {
    let tar = OptionTable.tar.row.flag
    guard let text = arguments.value(OptionTable.tar) else {
      if arguments.typed(OptionTable.perShard) != nil {
        throw CommandFailure.usage("\(OptionTable.perShard.row.flag) goes with \(tar)")
      }
      return nil
    }
    let others = [
      OptionTable.name.row, OptionTable.sidecar.row, OptionTable.overwrite.row,
      OptionTable.onlyNew.row,
    ]
    if let other = others.map(\.flag).first(where: arguments.typedFlags.contains) {
      throw CommandFailure.usage(
        "\(tar) takes no \(other): it names what is in a tar file itself, and saves no photo twice")
    }
    do { name = try ShardName(text) } catch {
      throw CommandFailure.usage("\(tar): \(error)")
    }
    size = arguments.value(OptionTable.perShard)
  }
}

/// A download into tar files: who may be collected, and when a file is written
final class ShardedDownload: Sendable {
  let shards: PictureShards
  private let progress: DownloadProgress
  private let console: Console
  /// Whose terms may not allow it; nil for a recording, which asks nobody
  private let profiles: [ProviderProfile]?
  private let refused = Mutex<Set<String>>([])

  /// - Throws: ``DownloadFault``
  init(
    _ options: ShardOptions, in folder: URL, _ session: Session, _ progress: DownloadProgress,
    _ console: Console
  ) throws {
    (self.progress, self.console) = (progress, console)
    profiles = session.recording == nil ? session.providers.map(\.profile) : nil
    shards = try PictureShards(folder, name: options.name, size: options.size) { photo in
      [
        ("json", PhotoJSON.line(photo, isFavorite: false) + "\n"),
        ("credit.txt", SafeText.line(photo.credit.text)),
        ("txt", SafeText.line(photo.caption ?? "")),
      ]
    }
  }

  /// Whether a photo's service, or the provider that sent it, doesn't allow it, which is said once; a
  /// service that isn't known hasn't allowed it either
  func refuses(_ named: NamedPhoto) -> Bool {
    guard let profiles else { return false }
    let service = named.id.service
    let refusal =
      profiles.contains { $0.service == service }
      ? profiles.lazy.filter { $0.service == service || $0.id == named.photo?.provider }
        .compactMap(\.refusal).first
      : "\(SafeText.line(service, cells: 40)) isn't asked: nothing is known of its terms"
    guard let refusal else { return false }
    progress.refuse()
    if refused.withLock({ $0.insert(refusal).inserted }) { console.note("imgsearch: \(refusal)") }
    return true
  }

  /// Writes the tar files that there is enough for by now
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  func write(isEnd: Bool = false) throws {
    for shard in try shards.write(isEnd: isEnd) { try progress.wrote(shard) }
  }
}
