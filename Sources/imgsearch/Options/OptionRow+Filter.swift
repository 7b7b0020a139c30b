import CommandSyntax
import PhotoSearch

extension OptionRow {
  /// The option of a filter
  ///
  /// - Parameters:
  ///   - namesakes: options of the same name, whose words it accepts, too
  ///   - effect: the end of the summary
  init(_ filter: FilterRow, and namesakes: [OptionRow] = [], _ effect: String = "") {
    let kind: Kind =
      switch filter.values {
      case .flag: .none
      case .oneOf(let words), .someOf(let words):
        .choice(
          Choices(
            words + namesakes.flatMap(\.values), isList: filter.isRepeatable,
            further: filter == .license ? .licenses : filter == .color ? .colors : nil,
            remedy: filter == .safe
              ? "Without the option a search is strict; moderate and off show more" : nil))
      case .text: .form(Form(filter))
      }
    self.init(
      name: filter.name, aliases: filter.aliases, kind: kind,
      placeholder: filter.values == .flag ? "" : filter.placeholder,
      summary: filter.summary + effect, namesakes: namesakes)
  }
}

extension OptionRow.Form {
  /// The values of a filter
  ///
  /// - Parameter word: a further word that is accepted; nil for none
  fileprivate init(_ filter: FilterRow, or word: String? = nil) {
    self.init(
      accepted: filter.accepted + (word.map { "; or `\($0)`" } ?? ""),
      canonical: { $0 == word ? word : filter.canonical($0) }, doubt: { filter.doubt(about: $0) })
  }

  /// Colors by red, green and blue
  fileprivate static let colors = OptionRow.Form(
    accepted: "or six hex digits, such as ff8800",
    canonical: { PhotoFilters.Color(rawValue: $0.lowercased())?.rawValue })

  /// Licences by any name, id or address with which listings print them
  fileprivate static let licenses = OptionRow.Form(
    accepted: "or a licence as it is printed, or its id, such as LicenseRef-Attribution",
    canonical: { PhotoFilters.LicenseCode(named: $0)?.rawValue },
    remark: { text in
      typealias Code = PhotoFilters.LicenseCode
      guard let code = Code(named: text), Code.hasVersion(text) else { return nil }
      return "'\(text)' is taken as \(code.rawValue), in all its versions and ports"
    })
}

extension OptionSyntax<String> {
  /// The word for the day on which the last round of a harvest began
  static var last: String { "last" }

  /// A day, or ``last``
  static let sinceLast = text(FilterRow.since.placeholder, .form(OptionRow.Form(.since, or: last)))
}
