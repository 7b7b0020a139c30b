import CommandSyntax
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// Why a photo can't be had; its words are in ``ErrorText``, its exit code in ``ExitCode``
///
/// Other photos of the same command may still be had.
enum PhotoFault: Error {
  /// A text that names no photo
  case notNamed(by: String)
  /// A range of numbers that ends before it begins
  case descending(String)
  /// No service has photos with ids like this one; and how ids of the services begin
  case noService(of: PhotoID, known: [String])
  /// The recording doesn't have the photo
  case notRecorded(PhotoID)
  /// Only the cache may answer, and doesn't have the photo
  case notCached(PhotoID)
  /// A stored photo that its service no longer has, with the service's words
  case gone(PhotoID, from: ProviderID, message: String?)
  /// The service says that there is no such photo
  case absent(ProviderError)
  /// The service can't be asked, or gives no answer
  case unanswered(ProviderError)
  /// The photo has no address of a picture that a web browser could open
  case noPicture(PhotoID)
  /// The photo has neither tags nor a title, so that none like it can be searched for
  case wordless(PhotoID)
  /// A part of a text that isn't a photo: its place, and the reason
  case unreadable(place: String, reason: String)
  /// A photo that a text names can't be found: the name's place, if known, and the reason
  case inText(place: String? = nil, any Error)
}

/// A key with characters that no header field can carry, by its variable
struct UnfitKey: Error { let variable: String }

extension Error {
  /// Whether the run has to end: something can't be read, kept or written, or nobody reads its
  /// output. Any other error costs only the photo that was asked for
  var endsRun: Bool {
    self is StorageError || self is FileFault || self is Recorder.Fault || self is OutputClosed
      || self is CancellationError
  }
}

extension Console {
  /// Says on standard error what went wrong
  ///
  /// - Returns: the exit code for it
  func report(_ error: any Error) -> ExitCode {
    note("imgsearch: \(ErrorText.line(error))")
    return ExitCode(for: error)
  }
}
