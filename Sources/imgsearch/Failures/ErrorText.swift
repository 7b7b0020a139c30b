import CommandSyntax
import PhotoSearch
import PhotoStorage
import Platform

/// The program's words for errors: the library's, but with the option, command or variable of this
/// program that helps
enum ErrorText {
  /// The message for a reader: what happened, why, and what to do next; wrong usage may take more
  /// than one line
  static func line(_ error: any Error, for reader: Reader = .commandLine) -> String {
    switch error {
    case let failure as CommandFailure: failure.words(reader)
    case let fault as PhotoFault: words(fault, for: reader)
    case let error as ProviderError: "\(error.provider): \(line(error.reason, for: reader))"
    case let error as TransportError: words(error, for: reader)
    case let fault as DownloadFault: fault.words(option: reader.option)
    case FileFault.noFolder: "\(error); choose another \(reader.option("name"))"
    case FileFault.otherContent:
      "\(error); choose another \(reader.option("output")), or \(reader.option("sidecar")) json"
    case InputFault.packed(let name):
      "\(name) is packed with gzip; unpack it, and read standard input instead: "
        + "zcat FILE.gz | imgsearch download -"
    case let fault as ListingFault: words(fault)
    case let absence as NoCollection: words(absence, for: reader)
    case let key as UnfitKey:
      "\(key.variable) has spaces, line breaks or other characters that no key has; copy it again"
    case is RecordingError: "--replay: \(error)"
    case let fault as Recorder.Fault: "--record: \(fault)"
    case FileNameTemplate.Problem.separator where !reader.isAssistant:
      "\(error); --output names the folder for all files"
    default: system(error) ?? "\(error)"
    }
  }

  private static func words(_ fault: PhotoFault, for reader: Reader) -> String {
    switch fault {
    case .notNamed(let text):
      "'\(text)' isn't a photo; give an id such as flickr:43213681030, the address of its page or "
        + "picture, or a number or range of the last list: 3, 1-5, 5-, all"
    case .descending(let range): "'\(range)': a range goes up, such as 1-5"
    case .noService(let id, let known):
      "no provider has photos named \(id); names begin with one of "
        + known.joined(separator: ", ")
    case .notRecorded(let id):
      "the recording doesn't have \(id); take a photo that a search in it finds"
    case .notCached(let id): "the cache doesn't have \(id); \(adviceOffline(for: reader))"
    case .gone(let id, let provider, let message):
      "\(provider): it no longer has \(id)" + (message.map { " (\($0))" } ?? "")
        + "; what is known of it stays"
    case .absent(let error), .unanswered(let error): line(error, for: reader)
    case .noPicture(let id): "\(id) has no picture to open"
    case .wordless(let id):
      "\(id) has neither tags nor a title to search by; search for words that describe it"
    case .unreadable(let place, let reason): "\(place) isn't a photo: \(reason)"
    case .inText(let place, let error):
      (place.map { "\($0): " } ?? "") + line(error, for: reader)
    }
  }

  /// The advice where the cache lacks a reply
  static func adviceOffline(for reader: Reader) -> String {
    reader.isAssistant ? "this server may ask nothing else" : "run again without --offline"
  }

  /// The system's words about a file; nil for any other error
  private static func system(_ error: any Error) -> String? {
    guard SystemReason.number(behind: error) != nil else { return nil }
    let words = SystemReason.words(for: error)
    guard let path = SystemReason.path(of: error) else { return words }
    return "\(path) can't be used: \(words); check it and its permissions"
  }

  /// Why a provider failed, without its name
  static func line(_ reason: ProviderError.Reason, for reader: Reader = .commandLine) -> String {
    switch reason {
    case .rejected(404, let message):
      "the service refused (404: \(message)); "
        + "check the address in its *_API_URL variable, if that is set"
    case .notAsked where !reader.isAssistant: "\(reason), or ask now with --refresh"
    case .unknownPage(let page):
      "there is no page \(page.text); search again without \(reader.option("cursor"))"
    // The host isn't named: a recording has the usual host, whichever was asked, and must print the
    // same.
    case .transport(let error): words(error, of: "the service", for: reader)
    case .keyMissing, .keyRefused, .addressMissing, .misconfigured, .quotaSpent, .notAsked,
      .rejected, .unavailable, .unreadable, .changed, .absent, .noSuchPhoto, .video:
      "\(reason)"
    }
  }

  /// - Parameter place: who was asked, if not the host of a picture
  private static func words(
    _ error: TransportError, of place: String? = nil, for reader: Reader
  ) -> String {
    switch error {
    case .timedOut:
      "\(error.problem(for: place)); try again\(reader.isAssistant ? "" : ", or raise --timeout")"
    case .notCached: "\(error.problem(for: place)); \(adviceOffline(for: reader))"
    case .notRecorded where reader.isAssistant:
      "the recording doesn't have it; take another photo, or another size"
    case .notRecorded where place == nil:
      "the recording doesn't have this picture; without --replay its host is asked for it"
    default: error.words(for: place)
    }
  }

  /// The failure for a collection that doesn't exist, with the names of those that do; the page
  /// shows them itself
  private static func words(_ absence: NoCollection, for reader: Reader) -> String {
    let problem = "there is no collection “\(absence.name.text)”"
    if reader.place == .page { return problem }
    let nearest = Suggestion.nearest(to: absence.name.key, among: absence.others.map(\.name.key))
    let meant = absence.others.first { $0.name.key == nearest }?.name.text
    let names = absence.others.prefix(20).map(\.name.text).joined(separator: ", ")
    return "\(problem)\(Suggestion.question(meant))\n"
      + (!names.isEmpty
        ? "Collections: \(names)"
        : reader.isAssistant ? "To make one, add photos with `collection`" : makingCollections)
  }

  static let makingCollections = "To make one: imgsearch favorites add <photo>... --to NAME"

  /// The failure names the subject of the last listing, in case the user thinks of another one
  private static func words(_ fault: ListingFault) -> String {
    switch fault {
    case .noListing(let number):
      return "there is no last list to take \(number.map { "number \($0)" } ?? "photos")"
        + " from; search first: imgsearch <words...>"
    case .unreadable(let number): return "the last list has no number \(number)"
    case .noNumber(let missing, let listed, let subject):
      let numbers =
        listed.lowerBound == 1
        ? listed.count == 1 ? "1 photo" : "\(listed.count) photos"
        : "numbers \(listed.lowerBound) to \(listed.upperBound)"
      let limit = PhotoDatabase.maxListedPhotos
      return "there is no number \(missing): the last list\(subject.words): \(numbers)"
        + (listed.upperBound == limit ? "; those past \(limit) aren't kept" : "")
        + (subject.isSearch
          ? "" : "\nTo have the numbers of the last search again: imgsearch again")
    }
  }
}
