package import PhotoSearch

/// A credit line to paste beside a picture
package enum CreditText {
  /// What it is pasted into
  package enum Form: String, CaseIterable, Sendable {
    case text, markdown, html
  }

  /// One line, without a line break at its end
  ///
  /// Whatever a title or a name holds, it stays text: it opens no link, tag or table cell. Only
  /// http and https addresses become links.
  package static func line(_ credit: CreditLine, as form: Form) -> String {
    switch form {
    case .text: SafeText.line(credit.text)
    case .markdown: MarkdownText.line(credit)
    case .html: HTMLText.line(credit)
    }
  }
}
