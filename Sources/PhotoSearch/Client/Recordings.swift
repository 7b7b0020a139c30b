public import Foundation
import Platform

extension ReplayTransport {
  /// Replays a HAR file, or a folder of HAR files
  ///
  /// - Parameters:
  ///   - url: the file or folder
  ///   - services: services of your own to be replayed too; their keys may be any text
  /// - Throws: ``RecordingError``.
  public init(contentsOf url: URL, of services: [PhotoService] = []) throws(RecordingError) {
    let providers = (PhotoService.all + services).flatMap { $0.providers(for: "") }
    self.init(archive: try HARArchive(contentsOf: url), apis: providers.map(\.api))
  }

  /// Whether the recording has the first page of a query, even as an error, or as searches
  /// with a cursor of version 2 asked for it
  package func hasFirstPage(of query: PhotoQuery, from provider: any PhotoProvider) -> Bool {
    [query, query.ofVersion2].contains { query in
      ifReadable { hasEntry(for: try provider.request(for: query, at: nil)) } ?? false
    }
  }
}

extension RecordingTransport {
  /// Records the requests to some services
  ///
  /// - Parameters:
  ///   - wrapped: sends the requests
  ///   - services: services that may be asked; their keys are left out of the recording
  public convenience init(_ wrapped: any HTTPTransport, of services: [PhotoService]) {
    let registry = ProviderRegistry(services.flatMap { $0.providers(for: "") })
    self.init(wrapped, apis: registry.apis, redaction: registry.redaction)
  }
}
