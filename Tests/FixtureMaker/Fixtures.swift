package import Foundation

/// The recordings of Fixtures/, made from a seed
///
/// Nothing here is a recording of a real service: photos, people and places are invented, in the
/// shape in which the services answer.
package enum Fixtures {
  /// The files by name
  package static let files = Dictionary(
    uniqueKeysWithValues: (FixtureSet.whole.recordings + [.pictures]).map {
      ($0.name, Data($0.har.utf8))
    })

  /// What a right program makes of them
  package static var expectations: Expectations { FixtureSet.whole.expectations }
}
