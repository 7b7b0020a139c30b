import PhotoSearch

extension Session {
  /// The one photo that an id or a page address names
  ///
  /// - Throws: a usage failure for what names no photo, `CancellationError`, else a failure with the
  ///   code of what the provider failed with.
  func photo(_ reference: String) async throws -> Photo {
    let id = try photoID(reference)
    guard let provider = providers.first(where: { $0.profile.service == id.service }) else {
      var services: [String] = []
      for service in providers.map(\.profile.service) where !services.contains(service) {
        services.append(service)
      }
      throw CommandFailure.usage(
        "no provider has photos named \(id); names begin with one of \(services.joined(separator: ", "))"
      )
    }
    do {
      return try await provider.photo(id.native, over: transport)
    } catch {
      try Task.checkCancellation()
      throw CommandFailure("\(error)", code: ExitCode(forFailures: [error]))
    }
  }

  private func photoID(_ reference: String) throws -> PhotoID {
    do {
      return try PhotoReference(reference, providers: providers).id
    } catch {
      throw CommandFailure.usage("\(error)")
    }
  }
}
