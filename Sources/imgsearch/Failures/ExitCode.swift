import CommandSyntax
import PhotoSearch
import PhotoStorage
import Platform

extension CommandFailure {
  /// What is said of any error, and the exit code for it
  init(of error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    default: self.init(ErrorText.line(error), code: ExitCode(for: error))
    }
  }
}

extension ExitCode {
  /// When the program ends with it
  var meaning: String {
    switch self {
    case .success: "At least one provider answered, also with nothing."
    case .usage: "Wrong usage, or filters that none of the chosen providers can honour."
    case .data:
      "Unreadable data: a recording, a cursor, the database, a harvest, config.json or keys.json."
    case .noInput: "What was named isn't there: a file, a photo, an entry of the recording."
    case .unavailable: "No provider answered, or libcurl, SQLite or fzf isn't installed."
    case .cannotWrite: "Something couldn't be written."
    case .tryLater: "No provider answered, and all for quota; or a harvest has to wait for one."
    case .noPermission: "No provider answered, and all for keys that are missing or refused."
    case .interrupted: "Ctrl-C."
    }
  }

  /// The code that all failures have in common, else that of no answer; success for no failure
  init(ofFailures codes: some Sequence<ExitCode>) {
    let codes = Set(codes)
    self = codes.count > 1 ? .unavailable : codes.first ?? .success
  }

  /// The code for providers that failed
  init(forFailures failures: [ProviderError]) {
    self.init(ofFailures: failures.map(Self.code))
  }

  /// The code for a recording that cannot be used
  init(for error: RecordingError) {
    switch error {
    case .notFound, .noRecordings: self = .noInput
    case .unreadable: self = .data
    }
  }

  /// The code for any other error
  fileprivate init(for error: any Error) {
    switch error {
    case let error as StorageError: self.init(for: error)
    case InputFault.unavailable, is ListingFault, is NoCollection: self = .noInput
    case is InputFault, Recorder.Fault.unreadable: self = .data
    case is FileFault, is DownloadFault, is Recorder.Fault: self = .cannotWrite
    default: self = .unavailable
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
    default: .unavailable
    }
  }
}
