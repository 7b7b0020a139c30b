import PhotoSearch
import Terminal

/// The words that the searches of a recording were for
struct RecordedWords {
  /// How many searches a message tells, and terminal cells of each
  private static let limits = (words: 10, cells: 40)
  /// A word that stands for the searched ones where their place in a request is looked for
  private static let mark = "imgsearchmark"

  private let words: Set<String>
  private let forms: [WordForm]

  init(_ recording: ReplayTransport, providers: [any PhotoProvider]) {
    forms = providers.map(\.wordForm)
    words = Set(
      providers.filter { $0.profile.kind == .search }
        .flatMap { Self.words(in: recording, of: $0) })
  }

  private static func words(
    in recording: ReplayTransport, of provider: any PhotoProvider
  ) -> [String] {
    do throws(ProviderError) {
      let request = try provider.request(for: PhotoQuery(mark), at: nil)
      return recording.values(inPlaceOf: mark, in: request)
    } catch {
      return []
    }
  }

  /// Whether a search for these was recorded, of whomever and with whatever options
  func has(_ words: String) -> Bool { self.words.contains(words) }

  /// That there is no search for these words, and which there are; nil where there is one
  func lack(of words: String) -> String? {
    has(words) ? nil : "the recording has nothing for “\(words)”; \(text)"
  }

  /// `this recording has: harbor, kittens, red panda`
  var text: String { list.map { "this recording has: \($0)" } ?? "it has no searches" }

  /// The first of them by the alphabet, in lower case, each once; nil where there are none
  var list: String? {
    // What was asked for the second time is no search of its own.
    let typed = words.filter { text in !forms.contains { $0.looksLikeSecondTry(text) } }
    let told = Set(typed.map { SafeText.line($0.lowercased(), cells: Self.limits.cells) }).sorted()
    guard !told.isEmpty else { return nil }
    let (few, limit) = (told.prefix(Self.limits.words), Self.limits.words)
    return few.joined(separator: ", ") + (told.count > limit ? ", …" : "")
  }
}

extension Session {
  /// The searches that the recording has, where there is none for these words among them; nil where
  /// there is, for a list, and without a recording
  func recordedInstead(of words: String?) -> String? {
    guard let words, let recording else { return nil }
    let recorded = RecordedWords(recording, providers: providers)
    return recorded.has(words) ? nil : recorded.list
  }
}
