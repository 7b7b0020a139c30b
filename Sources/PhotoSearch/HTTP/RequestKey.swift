/// What of a request decides which recorded reply answers it
struct RequestKey: Hashable, Sendable {
  /// A query parameter, decoded
  struct Item: Hashable, Comparable, Sendable {
    let name: String
    let value: String

    static func < (left: Item, right: Item) -> Bool {
      left.name == right.name ? left.value < right.value : left.name < right.name
    }
  }

  let method: String
  /// Host and path where the API is for everybody, without a scheme; no slash at the end
  let address: String
  /// Those that matter, sorted; a repeated one is there as often as it was sent
  let items: [Item]
}

extension RequestKey: CustomStringConvertible {
  /// For people, as in `GET api.flickr.com/services/rest method=flickr.photos.search text=dogs`
  var description: String {
    ([method, Self.printable(address)]
      + items.map { item in
        let value = Self.printable(item.value)
        return Self.printable(item.name) + "=" + (value.contains(" ") ? "\"\(value)\"" : value)
      })
      .joined(separator: " ")
  }

  /// Without what a terminal would obey: control and direction characters are written as escapes
  private static func printable(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { output, scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        output += "\\u{\(String(scalar.value, radix: 16))}"
      case .format where scalar.value != 0x200D:
        output += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        output.unicodeScalars.append(scalar)
      }
    }
  }
}
