extension JSONValue {
  /// An object's members in the order of the text; nil for what is no object
  public var members: [(name: String, value: JSONValue)]? {
    guard isObject else { return nil }
    var members: [(name: String, value: JSONValue)] = []
    var place = index + 1
    while place < document.nodes[index].next {
      let name = document.nodes[place].text(in: document)
      members.append((name, JSONValue(document: document, index: place + 1)))
      place = Int(document.nodes[place + 1].next)
    }
    return members
  }
}
