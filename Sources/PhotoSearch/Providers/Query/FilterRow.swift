import Foundation
import Platform

/// The description of a search filter: its name, its values as text, and which photos pass it
///
/// Options, config.json, completions, cursors, JSON and the page's chips loop over ``all``. A new
/// filter is a property of ``PhotoFilters``, also in its `init`; a row in `FilterTable.swift`, also
/// in ``all``, and in ``sizes`` if it asks for a least size; and a line in the feed of each adapter
/// whose service has it.
package struct FilterRow: Sendable {
  /// The kind of value
  package enum Values: Hashable, Sendable {
    /// No value: the filter is set or not
    case flag
    /// One of these words
    case oneOf([String])
    /// One or more of these words, separated by commas
    case someOf([String])
    /// A text; its form in words, such as `a language's code`, and an example
    case text(form: String, example: String)
  }

  /// The option's name, without the hyphens
  package let name: String
  /// Other ways to write the name, e.g. `licence`
  package let aliases: [String]
  /// The kind of value
  package let values: Values
  /// The placeholder for a value in help, e.g. `SHAPE`
  package let placeholder: String
  /// A few words on what the filter does, ending with its default: `(any)`
  package let summary: String
  /// The gallery's texts for the filter
  package var label: FilterLabel { makeLabel() }
  /// The value that means the same as none, as text
  let standard: String?
  /// How a provider handles the filter if its feed doesn't list it: skipped, ignored or judged
  let fallback: FilterSupport
  /// Values that every service can handle, because they ask for nothing
  private let freeValues: Set<String>
  /// Whether values that are typed one after another are added up
  package let isRepeatable: Bool
  /// Whether photos may be missing because of it, rather than come in another order
  package let narrows: Bool
  /// The words for photos that the filter left out, e.g. `by licence`
  package let misfits: String
  private let doubts: [String: String]
  private let makeLabel: @Sendable () -> FilterLabel
  private let inability: @Sendable (_ value: String?) -> String
  let property: any PartialKeyPath<PhotoFilters> & Sendable
  private let read: @Sendable (PhotoFilters) -> String?
  private let write: @Sendable (inout PhotoFilters, String) -> Bool
  fileprivate let clear: @Sendable (inout PhotoFilters) -> Void
  private let fits: (@Sendable (PhotoFilters, Photo) -> Bool?)?

  /// - Parameters:
  ///   - freeValues: values that ask nothing of a service
  ///   - isRepeatable: true also for one or more of several words
  ///   - doubts: suggestions for ambiguous texts, by the text in small letters
  ///   - read: gives the value as text; nil for the default
  ///   - write: parses a text; nil if it isn't a valid value
  ///   - misfits: `by` and the name if not given
  ///   - inability: what a skipped provider can't do: with a value that its service lacks, or nil
  ///     if it lacks the filter
  ///   - fits: whether a photo passes. nil, if the photo lacks the fact, leaves it out and counts
  ///     it as unknown, so a filter that lets such photos pass returns true. Without `fits` no
  ///     photo is judged
  init<Value>(
    _ name: String, aliases: [String] = [],
    _ property: any WritableKeyPath<PhotoFilters, Value> & Sendable, _ values: Values,
    _ placeholder: String = "", standard: String? = nil, _ summary: String,
    label: @autoclosure @escaping @Sendable () -> FilterLabel,
    fallback: FilterSupport = .skipped, freeValues: Set<String> = [], isRepeatable: Bool = false,
    narrows: Bool = true, doubts: [String: String] = [:], misfits: String? = nil,
    inability: (@Sendable (_ value: String?) -> String)? = nil,
    read: @escaping @Sendable (Value) -> String?,
    write: @escaping @Sendable (String) -> Value?,
    fits: (@Sendable (Value, Photo) -> Bool?)? = nil
  ) {
    (self.name, self.aliases, self.values) = (name, aliases, values)
    (self.placeholder, self.summary, makeLabel) = (placeholder, summary, label)
    (self.standard, self.fallback, self.freeValues) = (standard, fallback, freeValues)
    self.isRepeatable = if case .someOf = values { true } else { isRepeatable }
    (self.narrows, self.doubts) = (narrows, doubts)
    self.misfits = misfits ?? "by \(name)"
    self.inability = inability ?? { _ in "can't filter \(misfits ?? "by \(name)")" }
    self.property = property
    self.read = { read($0[keyPath: property]) }
    self.write = { filters, text in
      guard let value = write(text) else { return false }
      filters[keyPath: property] = value
      return true
    }
    clear = { $0[keyPath: property] = PhotoFilters()[keyPath: property] }
    self.fits = fits.map { fits in
      { @Sendable filters, photo in fits(filters[keyPath: property], photo) }
    }
  }
}

extension FilterRow: Hashable {
  package static func == (left: FilterRow, right: FilterRow) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - The value in a search

extension FilterRow {
  /// The filter's value as a user types it; nil if it isn't set
  package func text(in filters: PhotoFilters) -> String? { read(filters) }

  /// Whether the filter is set to a value that a service must be able to handle
  package func asksSomething(in filters: PhotoFilters) -> Bool {
    read(filters).map { !freeValues.contains($0) } ?? false
  }

  /// Sets the value
  ///
  /// - Returns: false for an invalid text, which changes nothing
  package func set(_ filters: inout PhotoFilters, to text: String) -> Bool { write(&filters, text) }

  /// A value in its canonical form, e.g. `pt-BR` for `pt_br`; nil if it isn't valid
  package func canonical(_ text: String) -> String? {
    var filters = PhotoFilters()
    return write(&filters, text) ? read(filters) ?? text : nil
  }

  /// A description of valid values, for messages
  package var accepted: String {
    switch values {
    case .flag: "true or false"
    case .oneOf(let words): words.joined(separator: ", ")
    case .someOf(let words): "\(words.joined(separator: ", ")); several with commas"
    case .text(let form, _): form
    }
  }

  /// A suggestion for an ambiguous text such as `2K`; nil for any other
  package func doubt(about text: String) -> String? { doubts[text.lowercased()] }

  /// The name in JSON: `noAi` for `no-ai`
  package var member: String { name.camelCased }

  /// Writes it as a JSON member: a flag as true or false, others as a user types them
  package func write(_ filters: PhotoFilters, to json: inout JSONWriter) {
    let value = text(in: filters)
    json.member(named: member)
    if values == .flag { json.bool(value != nil) } else { json.string(value ?? standard) }
  }

  /// Why a provider is skipped whose service can't filter by it
  ///
  /// - Parameter value: the value that the service lacks; nil if it lacks the filter
  func objection(lacking value: String? = nil) -> String { inability(value) }

  /// Why this filter leaves a photo out; nil if the photo passes
  package func exclusionReason(for photo: Photo, by filters: PhotoFilters) -> ExclusionReason? {
    guard let fits else { return nil }
    return switch fits(filters, photo) {
    case true?: nil
    case false?: .misfit(self)
    case nil: .unknown(self)
    }
  }
}

extension FilterRow {
  /// The filter as an argument of a tool: `min_width`
  ///
  /// - Parameter further: values that are accepted beside the words, as a phrase; nil for none
  package func argument(orAlso further: String?) -> JSONSchema.Member {
    let schema: JSONSchema
    var summary = summary
    switch values {
    case .flag: schema = .boolean
    case .oneOf(let words):
      schema = .string(choices: further == nil ? words : [])
      if let further { summary += ": \(words.joined(separator: ", ")); \(further)" }
    case .someOf(let words): schema = .list(.string(choices: words))
    case .text(let form, let example):
      if Double(example) == nil {
        schema = .string()
        // The forms of both dates are the same.
        if !summary.holds(example), self != .until { summary += ": \(form)" }
      } else {
        schema = canonical("\(example).5") == nil ? .integer(1...Int.max) : .number
      }
    }
    return .init(argumentName, schema, isRequired: false, isTyped: values != .flag, summary)
  }

  /// The name of the filter as an argument of a tool: `min_width`
  package var argumentName: String { name.replacing(each: "-", by: "_") }
}

extension PhotoFilters {
  /// The filters that are meant; the others aren't set
  package func keeping(_ isMeant: (FilterRow) -> Bool) -> PhotoFilters {
    var filters = self
    for filter in FilterRow.all where !isMeant(filter) { filter.clear(&filters) }
    return filters
  }
}

/// The texts with which the gallery page offers a filter and shows its value
package struct FilterLabel: Sendable {
  /// The filter's title: `Width at least`
  package let title: String
  /// The choice that turns the filter off: `Any shape`
  package let none: String
  /// The value that applies without the filter, so it isn't offered: `strict`
  package let usual: String?
  /// Values to choose from, each with its words; for a typed value, the most popular ones
  package let choices: [(value: String, words: String)]
  /// Drawings of the choices, if they are drawn: a ratio such as `3/2` for a shape, one or two
  /// colors by their names in CSS, or nothing beside the words
  package let signs: [String]
  /// An example of a typed value: `1920, or 4k`; nil if values are chosen, or the filter is a flag
  package let example: String?
  /// The text that shows a typed value in place of `{}`: `At least {} wide`
  package let phrase: String
  /// The unit of a typed number: `px`; `:` for a ratio; nil for neither
  package let unit: String?

  /// - Parameters:
  ///   - example: a typed value; nil if the value is only chosen
  ///   - phrase: nil for the value alone, or behind the title where the value is typed
  package init(
    _ title: String, none: String? = nil, usual: String? = nil, example: String? = nil,
    phrase: String? = nil, unit: String? = nil, _ choices: [(value: String, words: String)] = [],
    signs: [String] = []
  ) {
    (self.title, self.none) = (title, none ?? "\(title): any")
    (self.usual, self.choices, self.signs) = (usual, choices, signs)
    (self.example, self.unit) = (example, unit)
    self.phrase = phrase ?? (example == nil ? "{}" : "\(title): {}")
  }

  /// Choices made of words: `black_and_white` is shown as `Black and white`
  static func choices(_ words: [String]) -> [(value: String, words: String)] {
    words.map { word in
      let spaced = word.replacing(each: "_", by: " ").replacing(each: "-", by: " ")
      return (word, spaced.prefix(1).uppercased() + spaced.dropFirst())
    }
  }
}

extension FilterRow {
  /// All filters in the order of the gallery: related ones are side by side, and any that isn't
  /// listed here comes last
  package static let offered: [FilterRow] = {
    let first = [
      orientation, color, minMegapixels, license, sort, author, since, until, minWidth, minHeight,
      ratio, safe, language, without,
    ]
    return first + all.filter { !first.contains($0) }
  }()
}

extension FilterRow {
  /// Uses of photos that anyone understands, with the licences that allow them, as values of
  /// ``license``; the first asks for nothing
  package static let purposes: [(value: String, words: String, meaning: String)] = [
    ("", "Any use", "All photos, also those to ask for first"),
    (usable, "Publish", "Show it to anyone, without earning money with it"),
    ("commercial", "Sell", "Earn money with it, or with something that it is part of"),
  ]

  /// A further use, which can be added to each purpose
  package static let change = (
    value: "modification", words: "and change it",
    meaning: "Cut it, edit it, or make something of it"
  )

  /// The codes of all licences that allow some use without asking
  private static let usable = PhotoFilters.LicenseCode.allCases
    .filter { $0 != .any && !$0.isCondition && $0.example.mark != .ask }
    .map(\.rawValue).joined(separator: ",")
}
