/// Places in a text where secrets stand, first to last
struct RedactedPlaces {
  private var places: [Range<Int>] = []

  /// - Parameter place: after those before; an empty one is none
  mutating func add(_ place: Range<Int>) {
    if !place.isEmpty { places.append(place) }
  }

  /// Puts ``Redaction/word`` in each place; returns whether there were any
  func redact(_ bytes: inout [UInt8]) -> Bool {
    guard !places.isEmpty else { return false }
    var output: [UInt8] = []
    var copied = 0
    for place in places {
      output += bytes[copied..<place.lowerBound]
      output += Redaction.word.utf8
      copied = place.upperBound
    }
    bytes = output + bytes[copied...]
    return true
  }
}
