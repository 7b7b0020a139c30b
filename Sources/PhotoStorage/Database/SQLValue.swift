/// A value bound to a statement, never a part of its text
enum SQLValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case real(Double)
  case null

  init(_ text: String?) {
    self = text.map(SQLValue.text) ?? .null
  }
}
