import Foundation
import Platform

/// A search filter: its name, its values as text, and the rule for services that lack it
///
/// Options, config.json, completions, cursors, JSON, the page's chips and assistants' arguments loop
/// over ``all``. A new filter is a property of ``PhotoFilters``, also in its `init` if it is public;
/// a row in `FilterTable.swift`, also in ``all``, and in ``sizes`` if it asks for a least size; and a
/// line in the feed of each adapter whose service has it. The page's texts for it are in
/// `FilterLabel`. `ToolTests` limit the bytes of all that assistants read, so its summary is short.
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
  /// The placeholder for a value in help, e.g. `SHAPE`
  package let placeholder: String
  /// A few words on what the filter does, ending with its default: `(any)`
  package let summary: String
  let property: Property
  private let rule: Rule

  init(
    _ name: String, aliases: [String] = [], _ placeholder: String, _ summary: String,
    _ property: Property, _ rule: Rule
  ) {
    self.name = name
    self.aliases = aliases
    self.placeholder = placeholder
    self.summary = summary
    self.property = property
    self.rule = rule
  }

  // MARK: The parts of a row

  /// The property of ``PhotoFilters`` that holds the value, and the value as text
  struct Property: Sendable {
    let path: any PartialKeyPath<PhotoFilters> & Sendable
    fileprivate let values: Values
    fileprivate let read: @Sendable (PhotoFilters) -> String?
    fileprivate let write: @Sendable (inout PhotoFilters, String) -> Bool
    fileprivate let clear: @Sendable (inout PhotoFilters) -> Void
    fileprivate let isRepeatable: Bool
    fileprivate let doubts: [String: String]
    fileprivate let freeValues: Set<String>
    /// The value that JSON has if the filter isn't set
    fileprivate let standard: String?
    /// The schema of a value that is typed, by the property's type
    fileprivate let typed: JSONSchema

    /// - Parameters:
    ///   - unset: the property's value if the filter isn't set
    ///   - doubts: suggestions for ambiguous texts, by the text in small letters
    ///   - free: values that ask nothing of a service
    ///   - parse: reads a text; nil if it isn't a valid value
    init<Value: Equatable & Sendable>(
      _ path: any WritableKeyPath<PhotoFilters, Value> & Sendable, unset: Value, _ values: Values,
      isRepeatable: Bool = false, doubts: [String: String] = [:], free: Set<String> = [],
      parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String?
    ) {
      self.path = path
      self.values = values
      self.isRepeatable = isRepeatable
      self.doubts = doubts
      freeValues = free
      standard = if case .oneOf = values { text(unset) } else { nil }
      let isNumber = Value.self == Double?.self
      typed = Value.self == Int?.self ? .integer(1...Int.max) : isNumber ? .number : .string()
      read = { $0[keyPath: path] == unset ? nil : text($0[keyPath: path]) }
      write = { filters, text in
        guard let value = parse(text) else { return false }
        filters[keyPath: path] = value
        return true
      }
      clear = { $0[keyPath: path] = unset }
    }

    /// A property that is nil if the filter isn't set, for values that are typed
    ///
    /// - Parameters:
    ///   - form: the form of a value in words
    ///   - example: a value
    init<Value: Equatable & Sendable>(
      _ path: any WritableKeyPath<PhotoFilters, Value?> & Sendable, form: String, example: String,
      doubts: [String: String] = [:], parse: @escaping @Sendable (String) -> Value?,
      text: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) {
      self.init(
        path, unset: nil, .text(form: form, example: example), doubts: doubts,
        parse: { parse($0).map(Optional.some) }, text: { $0.map(text) })
    }

    /// A property that is nil if the filter isn't set, for the words of a type
    static func words<Word: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
      _ path: any WritableKeyPath<PhotoFilters, Word?> & Sendable, free: Set<String> = []
    ) -> Property {
      Property(
        path, unset: nil, .oneOf(Word.allCases.map(\.rawValue)), free: free,
        parse: { Word(rawValue: $0).map(Optional.some) }, text: { $0?.rawValue })
    }
  }

  /// The rule for services that lack the filter
  struct Rule: Sendable {
    /// How a provider handles the filter if its feed doesn't list it: skipped, ignored or judged
    let fallback: FilterSupport
    /// The words for photos that the filter left out; `by` and its name if nil
    var misfits: String?
    /// Whether photos may be missing because of it, rather than come in another order
    var narrows = true
    /// Whether a photo passes. nil, if the photo lacks the fact, leaves it out and counts it as
    /// unknown, so a filter that lets such photos pass returns true. Without `fits` no photo is
    /// judged
    var fits: (@Sendable (_ asked: PhotoFilters, Photo) -> Bool?)?
    /// The words for what a skipped provider can't do: with a value that its service lacks, or nil
    /// if it lacks the filter
    var inability: (@Sendable (_ value: String?) -> String)?
  }

  /// The kind of value
  package var values: Values { property.values }
  /// Whether values that are typed one after another are added up
  package var isRepeatable: Bool { property.isRepeatable }
  /// Whether photos may be missing because of it, rather than come in another order
  package var narrows: Bool { rule.narrows }
  /// The words for photos that the filter left out, e.g. `by licence`
  package var misfits: String { rule.misfits ?? "by \(name)" }
  /// How a provider handles the filter if its feed doesn't list it: skipped, ignored or judged
  var fallback: FilterSupport { rule.fallback }

  // MARK: The value in a search

  /// The filter's value as a user types it; nil if it isn't set
  package func text(in filters: PhotoFilters) -> String? { property.read(filters) }

  /// Whether the filter is set to a value that a service must be able to handle
  package func asksSomething(in filters: PhotoFilters) -> Bool {
    text(in: filters).map { !property.freeValues.contains($0) } ?? false
  }

  /// Sets the value
  ///
  /// - Returns: false for an invalid text, which changes nothing
  package func set(_ filters: inout PhotoFilters, to text: String) -> Bool {
    property.write(&filters, text)
  }

  /// A value in its canonical form, e.g. `pt-BR` for `pt_br`; nil if it isn't valid
  package func canonical(_ text: String) -> String? {
    var filters = PhotoFilters()
    return set(&filters, to: text) ? self.text(in: filters) ?? text : nil
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
  package func doubt(about text: String) -> String? { property.doubts[text.lowercased()] }

  /// The name in JSON: `noAi` for `no-ai`
  package var member: String { name.camelCased }

  /// Writes it as a JSON member: a flag as true or false, others as a user types them
  package func write(_ filters: PhotoFilters, to json: inout JSONWriter) {
    let value = text(in: filters)
    json.member(named: member)
    if values == .flag { json.bool(value != nil) } else { json.string(value ?? property.standard) }
  }

  /// Why a provider is skipped whose service can't filter by it
  ///
  /// - Parameter value: the value that the service lacks; nil if it lacks the filter
  func objection(lacking value: String? = nil) -> String {
    rule.inability?(value) ?? "can't filter \(misfits)"
  }

  /// Why this filter leaves a photo out; nil if the photo passes
  package func exclusionReason(for photo: Photo, by filters: PhotoFilters) -> ExclusionReason? {
    guard let fits = rule.fits else { return nil }
    return switch fits(filters, photo) {
    case true?: nil
    case false?: .misfit(self)
    case nil: .unknown(self)
    }
  }

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
      schema = property.typed
      // A form that an earlier filter has, such as that of a date, isn't told again.
      let isTold = Self.all.first { $0.accepted == form } != self
      if case .string = schema, !isTold, !summary.contains(bytes: example) {
        summary += ": \(form)"
      }
    }
    return .init(argumentName, schema, isRequired: false, isTyped: values != .flag, summary)
  }

  /// The name of the filter as an argument of a tool: `min_width`
  package var argumentName: String { name.replacing(each: "-", by: "_") }
}

extension FilterRow: Hashable {
  package static func == (left: FilterRow, right: FilterRow) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PhotoFilters {
  /// The filters that are meant; the others aren't set
  package func keeping(_ isMeant: (FilterRow) -> Bool) -> PhotoFilters {
    var filters = self
    for filter in FilterRow.all where !isMeant(filter) { filter.property.clear(&filters) }
    return filters
  }

  /// The first filter that a photo fails, as the reason to leave it out; the reason tells a wrong
  /// value from an unknown one
  package func exclusionReason(for photo: Photo, judging filters: [FilterRow]) -> ExclusionReason? {
    for filter in filters {
      if let reason = filter.exclusionReason(for: photo, by: self) { return reason }
    }
    return nil
  }
}
