import CommandSyntax
import PhotoSearch
import PhotoStorage
import Platform

extension ExitCode {
  /// The code's meaning, for the help
  var meaning: String {
    switch self {
    case .success: "At least one service answered, even if it found nothing."
    case .usage:
      "The command line has a mistake, or none of the chosen services has the filter it asks for."
    case .data:
      "Something can't be read: a recording, a cursor, the database, a harvest, config.json or "
        + "keys.json."
    case .noInput: "Not found: a file, a photo, or what a recording lacks."
    case .unavailable: "No service answered, or libcurl, SQLite or fzf isn't installed."
    case .cannotWrite: "Something couldn't be written."
    case .tryLater:
      "No service answered because quotas are spent, or a harvest has to wait for a quota."
    case .noPermission: "No service answered because keys are missing or refused."
    case .interrupted: "Stopped by Ctrl-C."
    }
  }

  /// The code that all failures have in common, else the one for no answer; success if there are no
  /// failures
  init(ofFailures codes: some Sequence<ExitCode>) {
    let codes = Set(codes)
    self = codes.count > 1 ? .unavailable : codes.first ?? .success
  }

  /// The code for providers that failed
  init(forFailures failures: [ProviderError]) { self.init(ofFailures: failures.map(Self.code)) }

  /// The code for an error that isn't a provider's
  init(for error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure.code
    case let fault as PhotoFault: self.init(for: fault)
    case let error as StorageError: self.init(for: error)
    case let fault as SettingsFault: self = fault.isOfWriting ? .cannotWrite : .data
    case InputFault.unavailable, is ListingFault, is NoCollection: self = .noInput
    case is InputFault, Recorder.Fault.unreadable, RecordingError.unreadable: self = .data
    case is RecordingError: self = .noInput
    case is UnfitKey: self = .noPermission
    case HarvestFolder.Fault.busy: self = .cannotWrite
    case HarvestFolder.Fault.changed, HarvestFolder.Fault.forbidden: self = .usage
    case is HarvestFolder.Fault: self = .data
    case is FileFault, is DownloadFault, is Recorder.Fault: self = .cannotWrite
    default: self = .unavailable
    }
  }

  private init(for fault: PhotoFault) {
    switch fault {
    case .notNamed, .descending, .noService: self = .usage
    case .notRecorded, .notCached, .gone, .noPicture, .wordless: self = .noInput
    case .absent(let error), .unanswered(let error): self = Self.code(for: error)
    // The text is wrong, not the command line.
    case .unreadable, .inText(_, is PhotoFault): self = .data
    case .inText(_, let error): self.init(for: error)
    }
  }

  private init(for error: StorageError) {
    switch error.reason {
    case .damaged, .laterVersion, .earlierVersion: self = .data
    case .noSQLite: self = .unavailable
    case .cannotWrite, .cannotRead, .cannotReadLog, .busy, .unexpected: self = .cannotWrite
    }
  }

  private static func code(for error: ProviderError) -> ExitCode {
    switch error.reason {
    case .keyMissing, .keyRefused, .addressMissing: .noPermission
    case .quotaSpent, .notAsked: .tryLater
    case .unknownPage, .transport(.unreadable): .data
    case .noSuchPhoto, .video, .transport(.notRecorded), .transport(.notCached): .noInput
    case .misconfigured, .rejected, .unavailable, .unreadable, .changed, .absent, .transport:
      .unavailable
    }
  }
}
