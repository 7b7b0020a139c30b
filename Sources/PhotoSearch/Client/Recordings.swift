public import Foundation

extension ReplayTransport {
  /// A HAR file, or a folder of them
  ///
  /// - Parameters:
  ///   - url: the file or folder
  ///   - services: of one's own, whose requests are to be answered too; any text is a key
  /// - Throws: ``RecordingError``.
  public init(
    contentsOf url: URL, of services: [PhotoService] = []
  ) throws(RecordingError) {
    let providers = (PhotoService.all + services).flatMap { $0.providers(for: "") }
    self.init(archive: try HARArchive(contentsOf: url), apis: providers.map(\.api))
  }

  /// Those whose first page of a query is recorded; all where that is so of none, for their errors say
  /// what is missing
  ///
  /// A provider that can't answer the query left no request for it. It was part of what was recorded
  /// if it needs no key, or if there are other requests to it.
  package func recorded(
    _ query: PhotoQuery, of candidates: [any PhotoProvider]
  ) -> [any PhotoProvider] {
    let recorded = candidates.filter { provider in
      guard provider.objection(to: query) != nil else {
        return hasFirstPage(of: query, from: provider)
      }
      return provider.profile.key == nil || hasEntries(of: provider.api)
    }
    return recorded.contains { $0.objection(to: query) == nil } ? recorded : candidates
  }

  /// Whether the recording has the first page of a query, even if as an error, or with the words as they
  /// were typed
  package func hasFirstPage(of query: PhotoQuery, from provider: any PhotoProvider) -> Bool {
    [query, query.asTyped].contains { query in
      do throws(ProviderError) {
        return hasEntry(for: try provider.request(for: query, at: nil))
      } catch {
        return false
      }
    }
  }
}

extension RecordingTransport {
  /// Records what some services are asked
  ///
  /// - Parameters:
  ///   - wrapped: what answers
  ///   - services: those that may be asked; their keys are left out of the recording
  public convenience init(_ wrapped: any HTTPTransport, of services: [PhotoService]) {
    let registry = ProviderRegistry(services.flatMap { $0.providers(for: "") })
    self.init(wrapped, apis: registry.apis, redaction: registry.redaction)
  }
}
