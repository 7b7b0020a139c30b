import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage

/// The options of `download`
struct DownloadOptions: Sendable {
  /// The photos as typed; `-` stands for standard input
  let photos: [String]
  let folder: URL
  let settings: PictureDownload.Settings
  /// The typed size or width; nil for none
  let choice: RenditionChoice?
  /// The size where none is typed, nor asked for by a listing's filters
  let usualSize: Rendition.Role
  let sidecar: SidecarFormat
  let requests: RequestOptions

  /// - Throws: a usage failure if no photo is named, or for an invalid template.
  init(_ arguments: Arguments) throws {
    photos = try arguments.photos
    folder = URL(filePath: arguments.value(OptionTable.pictureFolder))
    sidecar = arguments.value(OptionTable.sidecar)
    requests = RequestOptions(arguments)
    var settings = try PictureDownload.Settings(naming: arguments.value(OptionTable.name))
    let size = arguments.typed(OptionTable.savedSize)
    let width = arguments.value(OptionTable.savedWidth)
    guard size == nil || width == nil else {
      throw CommandFailure.usage("--size and --width both choose the size; give only one of them")
    }
    choice = width.map { .width($0) } ?? size.map { .role($0) }
    usualSize = arguments.value(OptionTable.savedSize)
    settings.isDryRun = arguments.value(OptionTable.dryRun)
    settings.jobs = arguments.value(OptionTable.jobs)
    settings.overwrites = arguments.value(OptionTable.overwrite)
    settings.embeds = arguments.value(OptionTable.embed)
    settings.isOnlyNew = arguments.value(OptionTable.onlyNew)
    let takesCopies = arguments.value(OptionTable.allCopies)
    guard settings.isOnlyNew || !takesCopies else {
      throw CommandFailure.usage("--all-copies goes with --new; without it all are saved")
    }
    settings.isWithoutCopies = settings.isOnlyNew && !takesCopies
    self.settings = settings
  }
}

extension PictureDownload.Settings {
  /// Settings with the names that a template gives to files
  ///
  /// - Throws: a usage failure for an invalid template.
  init(naming template: String) throws {
    do { self.init(template: try FileNameTemplate(template)) } catch {
      throw CommandFailure.usage { reader in
        "\(reader.option(OptionTable.name.row.name)): \(ErrorText.line(error, for: reader))"
      }
    }
  }
}
