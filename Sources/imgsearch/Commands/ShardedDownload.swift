import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Synchronization

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
  /// Those whose terms don't allow it; a recording asks nobody
  private let refusing: [ProviderProfile]
  private let refused = Mutex<Set<ProviderID>>([])

  /// - Throws: ``DownloadFault``
  init(
    _ options: ShardOptions, in folder: URL, _ session: Session, _ progress: DownloadProgress,
    _ console: Console
  ) throws {
    (self.progress, self.console) = (progress, console)
    refusing = session.recording == nil ? session.providers.map(\.profile) : []
    shards = try PictureShards(folder, name: options.name, size: options.size) { photo in
      [
        ("json", PhotoJSON.line(photo, isFavorite: false) + "\n"),
        ("credit.txt", SafeText.line(photo.credit.text)),
        ("txt", SafeText.line(photo.caption ?? "")),
      ]
    }
  }

  /// Whether a photo's provider forbids it, which is said once
  func refuses(_ named: NamedPhoto) -> Bool {
    let refusal = refusing.first {
      ($0.service == named.id.service || $0.id == named.photo?.provider) && $0.refusal != nil
    }
    guard let refusal else { return false }
    progress.refuse()
    if refused.withLock({ $0.insert(refusal.id).inserted }) {
      console.note("imgsearch: \(refusal.refusal ?? "")")
    }
    return true
  }

  /// Writes the tar files that there is enough for by now
  ///
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  func write(isEnd: Bool = false) throws {
    for shard in try shards.write(isEnd: isEnd) { try progress.wrote(shard) }
  }
}
