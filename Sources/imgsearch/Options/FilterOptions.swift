import CommandSyntax
import PhotoSearch
import Terminal

extension Arguments {
  /// The filters of the search
  var filters: PhotoFilters {
    var filters = PhotoFilters()
    for (filter, row) in zip(FilterRow.all, OptionTable.filters) {
      let texts = texts(of: row) ?? []
      if filter.values == .flag {
        if !texts.isEmpty { _ = filter.set(&filters, to: "true") }
      } else if filter.isRepeatable {
        _ = filter.set(&filters, to: texts.joined(separator: ","))
      } else {
        // `--color` also takes words about the terminal, which no filter accepts.
        for text in texts { _ = filter.set(&filters, to: text) }
      }
    }
    return filters
  }

  /// The options of a search, typed or in config.json, by their names there, as defaults for other
  /// searches
  var planned: [String: [String]] {
    Dictionary(
      OptionTable.planning.compactMap { row in texts(of: row).map { (row.setting, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// The value of `--color` about the terminal, in commands where it also means the picture's color
  var terminalColor: TerminalColor {
    let option = OptionTable.terminalColor
    let typed = typedTexts(of: option.row)?.compactMap(TerminalColor.init).last
    return typed ?? terminalValue(option)
  }
}

extension OptionRow {
  /// The option of a filter
  ///
  /// - Parameters:
  ///   - more: further words that it accepts, and their meaning
  init(
    _ filter: FilterRow, for commands: Set<Command>, and more: [String] = [],
    _ effect: String = ""
  ) {
    let kind: Kind =
      switch filter.values {
      case .flag: .none
      case .oneOf(let words): .choice(words + more)
      case .someOf(let words): .choices(words + more)
      case .text:
        .form(
          Form(
            accepted: filter.accepted, canonical: { filter.canonical($0) },
            doubt: { filter.doubt(about: $0) }))
      }
    self.init(
      name: filter.name, aliases: filter.aliases, kind: kind,
      placeholder: filter.values == .flag ? "" : filter.placeholder,
      further: filter == .license ? .licenses : filter == .color ? .colors : nil,
      remedy: filter == .safe
        ? "Without the option a search is strict; moderate and off show more" : nil,
      summary: filter.summary + effect, commands: commands)
  }
}

extension OptionRow.Form {
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
      return "--license '\(text)' is taken as \(code.rawValue), in all its versions and ports"
    })
}

extension OptionSyntax<String> {
  /// The word for the day on which the last round of a harvest began
  static var last: String { "last" }

  /// A day, or ``last``
  static let sinceLast = OptionSyntax(
    kind: OptionRow(FilterRow.since, for: []).kind, placeholder: FilterRow.since.placeholder,
    further: OptionRow.Form(accepted: "or `\(last)`", canonical: { $0 == last ? last : nil }),
    read: \.last, text: \.self)
}
