import Foundation
import PhotoSearch
import Testing

/// What every provider promises about a single photo
@Suite struct ProviderPhotoContractTests {
  @Test(arguments: ProviderSample.all)
  func `a single photo is told with its details`(sample: ProviderSample) throws {
    let provider = sample.keyed
    #expect(try provider.requests(forPhoto: sample.native).count == sample.answers.count)
    for reply in sample.answers {
      let response = HTTPResponse(status: 200, body: Data(reply.utf8))
      #expect(provider.verdict(on: response) == .page)
    }
    let photo = try provider.photo(from: sample.replies)
    expectSound(photo)
    #expect(photo.id == PhotoID(service: provider.profile.service, native: sample.native))
    #expect(photo.title != nil && photo.author?.url != nil && photo.license != nil)
    #expect(photo.size != nil && photo.rendition(.original)?.role == .original)
    expectTold(try #require(photo.details), but: sample.untold)
  }

  private func expectTold(_ details: PhotoDetails, but untold: Set<ProviderSample.Untold>) {
    let place = details.place
    #expect(place?.longitude == (untold.contains(.coordinates) ? nil : -9.1))
    #expect(place?.country == (untold.contains(.country) ? nil : "Portugal"))
    #expect(details.camera?.iso == (untold.contains(.camera) ? nil : 200))
    #expect(details.camera?.focalLength?.hasPrefix("50") == (untold.contains(.camera) ? nil : true))
    #expect((details.views == nil) == untold.contains(.views))
  }

  @Test(arguments: ProviderSample.all)
  func `the first answer is enough`(sample: ProviderSample) throws {
    let provider = sample.keyed
    let first = try #require(sample.replies.first)
    let failure = ProviderError(provider.id, .unavailable(message: "tired"))
    let broken = HTTPResponse(status: 200, body: Data("{\"sizes\":[".utf8))
    for added in [.failure(failure), .success(broken)] as [Result<HTTPResponse, ProviderError>] {
      let answers = [first] + sample.replies.dropFirst().map { _ in added }
      expectSound(try provider.photo(from: answers))
    }
    expectSound(try provider.photo(from: [first]))
  }

  @Test(arguments: ProviderSample.all)
  func `what the first answer failed with is passed on`(sample: ProviderSample) throws {
    let provider = sample.keyed
    let failure = ProviderError(provider.id, .quotaSpent(until: nil))
    let answers = [.failure(failure)] + sample.replies.dropFirst()
    #expect(throws: failure) { try provider.photo(from: answers) }
    #expect(throws: ProviderError.self) { try provider.photo(from: []) }
  }

  @Test(arguments: ProviderSample.all, ["", "null", "[]", "{}", "{\"photo\":7}", "<rsp/>"])
  func `an answer that is none is told with its place`(
    sample: ProviderSample, body: String
  ) throws {
    let reply = HTTPResponse(status: 200, body: Data(body.utf8))
    let error = #expect(throws: ProviderError.self) {
      try sample.keyed.photo(from: [.success(reply)])
    }
    guard case .unreadable(let path, let problem) = error?.reason else {
      Issue.record("not unreadable: \(String(describing: error))")
      return
    }
    #expect(!path.isEmpty && !problem.isEmpty)
  }
}
