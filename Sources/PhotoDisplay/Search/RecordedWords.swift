import Foundation
package import PhotoSearch
import Platform
import Terminal

/// The words of the searches in a recording
package struct RecordedWords {
  /// Most searches in a message, and most terminal cells of each
  private static let limits = (words: 10, cells: 40)
  /// A placeholder for the words, to find their place in a provider's request
  private static let mark = "imgsearchmark"

  private let words: Set<String>
  /// The words of searches as people type them
  private let typed: Set<String>

  /// - Returns: nil if services answer.
  package init?(_ source: AnswerSource, providers: [any PhotoProvider]) {
    guard case .recording(let recording) = source else { return nil }
    let searches = providers.filter { $0.profile.kind == .search }.map { provider in
      let request = ifReadable { try provider.request(for: PhotoQuery(Self.mark), at: nil) }
      let words = request.map { recording.values(inPlaceOf: Self.mark, in: $0) } ?? []
      return (form: provider.wordForm, words: words)
    }
    words = Set(searches.flatMap(\.words))
    typed = Set(searches.flatMap { form, words in words.filter(form.isTyped) })
      .filter { text in !searches.contains { $0.form.looksLikeSecondTry(text) } }
  }

  /// Whether a search for these words was recorded, of any provider and with any options
  private func has(_ words: String) -> Bool { self.words.contains(words) }

  /// The ``list`` if no search for these words was recorded; nil if one was
  package func list(insteadOf words: String) -> String? { has(words) ? nil : list }

  /// A message that the recording lacks these words, with those that it has; nil if it has them
  package func lack(of words: String) -> String? {
    has(words) ? nil : "the recording has nothing for “\(words)”; \(text)"
  }

  /// `this recording has: harbor, kittens, red panda`
  package var text: String { list.map { "this recording has: \($0)" } ?? "it has no searches" }

  /// The first words in alphabetical order, in lower case, without repeats; nil if there are none
  private var list: String? {
    let words = Set(typed.map { SafeText.line($0.lowercased(), cells: Self.limits.cells) }).sorted()
    let few = words.prefix(Self.limits.words) + (words.count > Self.limits.words ? ["…"] : [])
    return words.isEmpty ? nil : few.joined(separator: ", ")
  }
}
