@testable import PhotoSearch
import Testing

@Suite struct WikimediaShowTests {
  private typealias Replies = WikimediaReplies
  private let provider = WikimediaCommons()

  private func photo(_ file: [String: String], metadata: [String: String] = [:]) throws -> Photo {
    let row = Replies.row(index: nil, file: file, metadata: metadata)
    return try provider.photo("42", from: [.success(Replies.page([row]))])
  }

  @Test func `a look at one file tells place and camera`() throws {
    let exposure = """
      [{"name":"Make","value":"Canon "},{"name":"Model","value":"EOS 5D"},
       {"name":"ExposureTime","value":"10/4000"},{"name":"FNumber","value":"28/10"},
       {"name":"FocalLength","value":"50/1"},{"name":"ISOSpeedRatings","value":200},
       {"name":"Make","value":"other"},{"name":7,"value":8},null,{"value":{}}]
      """
    let photo = try photo(
      ["commonmetadata": exposure],
      metadata: ["GPSLatitude": #""49.41""#, "GPSLongitude": "-8.5"])
    let details = try #require(photo.details)
    #expect((details.place?.latitude, details.place?.longitude) == (49.41, -8.5))
    let camera = try #require(details.camera)
    #expect((camera.make, camera.model, camera.exposureTime) == ("Canon", "EOS 5D", "1/400"))
    #expect((camera.aperture, camera.focalLength, camera.iso) == ("2.8", "50", 200))
  }

  @Test(
    arguments: [
      ("1/250", "1/250"), ("2/1", "2"), ("0.5", "0.5"), ("16/10", "1.6"), ("1", "1"),
      ("0/1", nil), ("1/0", nil), ("-1/2", nil), ("1/2/3", nil), ("", nil), ("x", nil),
      ("1e-300", nil), ("nan", nil), ("1/1e999", nil), ("9e99", nil),
    ] as [(String, String?)])
  func `an exposure is a fraction of a second, or seconds`(value: String, shown: String?) throws {
    let photo = try photo(["commonmetadata": #"[{"name":"ExposureTime","value":"\#(value)"}]"#])
    #expect(photo.details?.camera?.exposureTime == shown)
  }

  @Test(arguments: ["null", "[]", "{}", "7", #"[{"name":"ISOSpeedRatings","value":0}]"#])
  func `what a file does not say is not known`(exposure: String) throws {
    #expect(try photo(["commonmetadata": exposure]).details == PhotoDetails())
  }

  @Test(arguments: [
    ("91", "0"), ("0", "181"), ("0", "0"), ("x", "1"), ("nan", "1"), ("1e999", "1"),
  ])
  func `a place that is none is not shown`(latitude: String, longitude: String) throws {
    let photo = try photo(
      [:], metadata: ["GPSLatitude": "\"\(latitude)\"", "GPSLongitude": "\"\(longitude)\""])
    #expect(photo.details?.place == nil)
  }

  @Test func `a list of speeds is read by its first`() throws {
    let photo = try photo([
      "commonmetadata":
        #"[{"name":"ISOSpeedRatings","value":[{"name":0,"value":400},{"name":1,"value":0}]}]"#
    ])
    #expect(photo.details?.camera?.iso == 400)
  }

  @Test(arguments: [
    (#"{"pageid":42,"missing":true}"#, "42"),
    (#"{"title":"File:X.jpg","missing":""}"#, "File:X.jpg"),
    (Replies.row(file: nil), "42"),
  ])
  func `a file that is not there is absent`(row: String, native: String) {
    #expect(throws: ProviderError(.wikimedia, .noSuchPhoto("wikimedia:\(native)"))) {
      try provider.photo(native, from: [.success(Replies.page([row]))])
    }
  }

  @Test func `a video is said to be one`() {
    let row = Replies.row(file: ["mime": #""video/webm""#])
    let error = #expect(throws: ProviderError(.wikimedia, .video("wikimedia:42"))) {
      try provider.photo("42", from: [.success(Replies.page([row]))])
    }
    #expect(error?.description.contains("wikimedia:42 is a video, not a photo") == true)
  }
}
