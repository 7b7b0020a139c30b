import Platform

extension OptionRow {
  /// The syntax of a text
  package struct Form: Sendable {
    /// A description for messages, e.g. `a date`
    package let accepted: String
    /// A text in its canonical spelling; nil for an invalid text
    let canonical: @Sendable (String) -> String?
    /// Why an ambiguous or invalid text is refused; nil for any other
    let doubt: @Sendable (String) -> String?
    /// A note about a text with a part that has no effect
    let remark: @Sendable (String) -> String?

    package init(
      accepted: String, canonical: @escaping @Sendable (String) -> String?,
      doubt: @escaping @Sendable (String) -> String? = { _ in nil },
      remark: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
      self.accepted = accepted
      self.canonical = canonical
      self.doubt = doubt
      self.remark = remark
    }

    /// A whole number from 1
    static let number = Form(
      accepted: "a whole number from 1", canonical: { Int($0) ?? 0 >= 1 ? $0 : nil },
      doubt: { text in
        let digits = text.begins(with: "+") ? text.utf8.dropFirst() : text.utf8[...]
        let isTooLarge = Int(text) == nil && !digits.isEmpty && digits.allSatisfy(\.isDigit)
        return isTooLarge ? "it takes a whole number from 1 to \(Int.max)" : nil
      })

    /// Seconds, above 0 and at most an hour
    static let seconds = Form(
      accepted: "seconds, above 0 and at most 3600",
      canonical: { Double($0).map { $0 > 0 && $0 <= 3_600 } ?? false ? $0 : nil })

    /// Seconds, from 0 to an hour, or `forever`; messages have an invalid text in small letters
    static let secondsOrForever = Form(
      accepted: "seconds, or `forever`", canonical: { $0.lowercased() },
      doubt: { text in
        let isValid = text == "forever" || Double(text).map { (0...3_600).contains($0) } ?? false
        return isValid ? nil : "it takes seconds, or `forever`"
      })
  }
}
