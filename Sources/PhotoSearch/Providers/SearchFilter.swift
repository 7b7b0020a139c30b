import Foundation

/// A filter of searches, described: its name, its values as text, which photos pass it
///
/// Options, config.json, completions, cursors, JSON and the page's chips loop over `all`. A new
/// filter is a property of ``PhotoFilters``, a row here, and what the adapters say of it whose
/// services have it.
package struct SearchFilter: Sendable {
  /// What it takes
  package enum Values: Hashable, Sendable {
    /// Nothing: it is set or not
    case flag
    /// One of these words
    case oneOf([String])
    /// One or more of these words, separated by commas
    case someOf([String])
    /// A text of a form that is told in words, such as `a language's code`, and one of that form
    case text(form: String, example: String)
  }

  /// What becomes of it at a service that says nothing of it
  enum Fallback: Sendable {
    /// The provider is skipped: it would answer as if it had filtered
    case skip
    /// It is a wish: the provider answers all the same
    case ignore
    /// Each photo is judged by what its row says
    case judge
  }

  /// As it is typed, without the hyphens
  package let name: String
  /// Other ways to write the name, e.g. `licence`
  package let aliases: [String]
  /// What it takes
  package let values: Values
  /// What stands for a value in help, e.g. `SHAPE`
  package let placeholder: String
  /// What it does, in a few words, what holds without it last: `(any)`
  package let summary: String
  /// How the gallery offers it
  package let label: FilterLabel
  /// The value that is the same as none, as text
  let standard: String?
  let fallback: Fallback
  /// Values that ask nothing of a service, so that each can answer
  private let freeValues: Set<String>
  /// Of what its photos are left out, e.g. `by licence`
  package let misfits: String
  private let inability: @Sendable (_ value: String?) -> String
  let property: any PartialKeyPath<PhotoFilters> & Sendable
  private let read: @Sendable (PhotoFilters) -> String?
  private let write: @Sendable (inout PhotoFilters, String) -> Bool
  private let fits: (@Sendable (PhotoFilters, Photo) -> Bool?)?

  /// - Parameters:
  ///   - freeValues: those that ask nothing of a service
  ///   - read: the value as text; nil where it is the standard
  ///   - write: sets it; false for a text that isn't one of its values
  ///   - misfits: `by` its name where nothing is said
  ///   - inability: what a provider can't do that is skipped: for a value that its service lacks, and
  ///     for nil where it has none
  ///   - fits: whether a photo passes; nil where it doesn't say, which leaves it out and counts it
  ///     as unknown: where silence passes, that is true. Without it no photo is judged
  init<Value>(
    _ name: String, aliases: [String] = [],
    _ property: any WritableKeyPath<PhotoFilters, Value> & Sendable, _ values: Values,
    _ placeholder: String = "", standard: String? = nil, _ summary: String, label: FilterLabel,
    fallback: Fallback = .skip, freeValues: Set<String> = [], misfits: String? = nil,
    inability: (@Sendable (_ value: String?) -> String)? = nil,
    read: @escaping @Sendable (Value) -> String?,
    write: @escaping @Sendable (String) -> Value?,
    fits: (@Sendable (Value, Photo) -> Bool?)? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.values = values
    self.placeholder = placeholder
    self.summary = summary
    self.label = label
    self.standard = standard
    self.fallback = fallback
    self.freeValues = freeValues
    self.misfits = misfits ?? "by \(name)"
    self.inability = inability ?? { _ in "can't filter by \(name)" }
    self.property = property
    self.read = { read($0[keyPath: property]) }
    self.write = { filters, text in
      guard let value = write(text) else { return false }
      filters[keyPath: property] = value
      return true
    }
    if let fits {
      self.fits = { filters, photo in fits(filters[keyPath: property], photo) }
    } else {
      self.fits = nil
    }
  }
}

extension SearchFilter: Hashable {
  package static func == (left: SearchFilter, right: SearchFilter) -> Bool {
    left.name == right.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - Its value in a search

extension SearchFilter {
  /// Its value as it is typed; nil where it isn't set
  package func text(in filters: PhotoFilters) -> String? { read(filters) }

  /// Whether it is set to what a service has to be able to do
  package func asksSomething(in filters: PhotoFilters) -> Bool {
    read(filters).map { !freeValues.contains($0) } ?? false
  }

  /// Sets it
  ///
  /// - Returns: false for a text that is none of its values, which changes nothing
  package func set(_ filters: inout PhotoFilters, to text: String) -> Bool { write(&filters, text) }

  /// A value in the one form that is kept, e.g. `pt-BR` for `pt_br`; nil for a text that isn't a value of it
  package func canonical(_ text: String) -> String? {
    var filters = PhotoFilters()
    return write(&filters, text) ? read(filters) ?? text : nil
  }

  /// What it takes, for messages
  package var accepted: String {
    switch values {
    case .flag: "true or false"
    case .oneOf(let words): words.joined(separator: ", ")
    case .someOf(let words): "\(words.joined(separator: ", ")); several with commas"
    case .text(let form, _): form
    }
  }

  /// What to write in place of a text that has more than one meaning, such as `2K`; nil for any other
  package func doubt(about text: String) -> String? {
    guard text.lowercased() == "2k" else { return nil }
    return switch self {
    case .minWidth: "2K may be 2048 or 2560 pixels wide; write 2048 or 2560"
    case .minHeight: "2K may be 1080 or 1440 pixels high; write 1080 or 1440"
    default: nil
    }
  }

  /// Its name in JSON: `noAi` for `no-ai`
  package var member: String { name.camelCased }

  /// Writes it as a member of a JSON object: a flag as it is, another's value as it is typed
  package func write(_ filters: PhotoFilters, to json: inout JSONWriter) {
    let value = text(in: filters)
    json.member(named: member)
    if values == .flag { json.bool(value != nil) } else { json.string(value ?? standard) }
  }

  /// Why a provider is skipped whose service can't filter by it
  ///
  /// - Parameter value: the value that it lacks; nil where it has none
  func objection(lacking value: String? = nil) -> String { inability(value) }

  /// Why a photo is left out, judged by what its row says; nil when it passes
  package func exclusionReason(for photo: Photo, by filters: PhotoFilters) -> ExclusionReason? {
    guard let fits else { return nil }
    return switch fits(filters, photo) {
    case true?: nil
    case false?: .misfit(self)
    case nil: .unknown(self)
    }
  }
}
