package import Foundation

/// The recordings of Fixtures/, made from a seed
///
/// Nothing here is a recording of a real service: photos, people and places are invented, in the
/// shape in which the services answer.
package struct Fixtures: Sendable, CustomStringConvertible {
  /// Where they are, from the package's folder
  package let folder: String
  /// The files by name
  package let files: [String: Data]
  /// What a right program makes of them
  package let expectations: Expectations

  /// Few pleasant photos, each with its pictures: what a newcomer sees
  package static let first = Fixtures("Fixtures", .first, pictures: .first)
  /// Everything odd that services send: what tests need
  package static let odd = Fixtures("Fixtures/odd", .odd, pictures: .odd)

  /// Lists by author and by tag, and of similar photos, which only tests need
  package static let lists = Data(FixtureSet.lists.har.utf8)

  package var description: String { folder }

  /// What a right program makes of the odd ones
  package static var expectations: Expectations { odd.expectations }

  private init(_ folder: String, _ set: FixtureSet, pictures: Recording) {
    self.folder = folder
    files = Dictionary(
      uniqueKeysWithValues: (set.recordings + [pictures]).map { ($0.name, Data($0.har.utf8)) })
    expectations = set.expectations
  }
}
