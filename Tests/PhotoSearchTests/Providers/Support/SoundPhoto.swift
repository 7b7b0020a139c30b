import Foundation
import PhotoSearch
import PhotoSearchTesting
import Testing

/// Expects what holds for every photo, and that its pictures come over https
func expectSound(_ photo: Photo, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(ProviderContract.fault(in: photo) == nil, sourceLocation: sourceLocation)
  for address in photo.renditions.map(\.url) {
    #expect(address.scheme == "https", sourceLocation: sourceLocation)
  }
}
