import Foundation
import PhotoDisplay
import PhotoSearch
import Testing

struct FieldSelectionTests {
  /// The paths of all members that aren't in a list
  private func paths(_ object: [String: Any], _ before: String = "") -> [String] {
    object.flatMap { name, value in
      [before + name] + ((value as? [String: Any]).map { paths($0, before + name + ".") } ?? [])
    }
  }

  @Test func `there is a field for all that a listing's line has, and for csv's columns`() throws {
    let line = PhotoJSON.line(try SamplePhotos.full(), isFavorite: false)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let renderer = LineRenderer.csv(.usual(role: .regular))
    let columns = renderer.header().trimmingCharacters(in: .newlines).components(separatedBy: ",")
    #expect(Set(FieldName.all) == Set(paths(object)).union(columns))
    #expect(Set(FieldName.all).count == FieldName.all.count)
  }
}
