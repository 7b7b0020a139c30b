import PhotoSearch

extension ProviderProfile {
  /// That nobody collects its photos here, why, and where that stands; nil where terms allow it
  var refusal: String? {
    collecting.map { "\(id) isn't asked: \($0) (\(WebAddress.printable(terms)))" }
  }
}
