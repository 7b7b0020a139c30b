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

  /// - Throws: a usage failure for an invalid template, and for options that exclude each other.
  init(_ photos: [String], _ options: OptionValues) throws {
    self.photos = photos
    folder = URL(filePath: options.value(OptionTable.pictureFolder))
    sidecar = options.value(OptionTable.sidecar)
    requests = RequestOptions(options)
    var settings = try PictureDownload.Settings(naming: options.value(OptionTable.name))
    let size = options.given(OptionTable.savedSize)
    let width = options.value(OptionTable.savedWidth)
    guard size == nil || width == nil else {
      throw CommandFailure.usage("--size and --width both choose the size; give only one of them")
    }
    choice = width.map { .width($0) } ?? size.map { .role($0) }
    usualSize = options.value(OptionTable.savedSize)
    settings.isDryRun = options.value(OptionTable.dryRun)
    settings.jobs = options.value(OptionTable.jobs)
    settings.overwrites = options.value(OptionTable.overwrite)
    settings.embeds = options.value(OptionTable.embed)
    settings.isOnlyNew = options.value(OptionTable.onlyNew)
    let takesCopies = options.value(OptionTable.allCopies)
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
