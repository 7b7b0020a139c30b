import PhotoSearch
import Synchronization

/// Tells services of saved photos where their terms ask for it; that it failed is a word of warning
/// and no more
final class SavingNotice: Sendable {
  private let providers: [any PhotoProvider]
  private let transport: (any HTTPTransport)?
  private let note: @Sendable (String) -> Void
  private let hasWarned = Mutex(false)

  /// - Parameter transport: nil tells nobody
  init(
    session: Session, transport: (any HTTPTransport)?, note: @escaping @Sendable (String) -> Void
  ) {
    providers = session.providers
    self.transport = transport
    self.note = note
  }

  @Sendable func send(_ photo: Photo) async {
    guard let transport, photo.downloadLocation != nil,
      let provider = providers.first(where: { $0.profile.service == photo.id.service })
    else { return }
    guard let request = provider.request(onSaving: photo) else {
      return warn(provider, "without a key, or at an address that is not its own")
    }
    do {
      let response = try await transport.send(request)
      if response.status >= 300 { warn(provider, "status \(response.status)") }
    } catch {
      warn(provider, "\(error)")
    }
  }

  private func warn(_ provider: any PhotoProvider, _ reason: String) {
    let isFirst = hasWarned.withLock { warned in
      defer { warned = true }
      return !warned
    }
    guard isFirst else { return }
    note(
      "imgsearch: \(provider.profile.name) was not told of a saved photo, as its terms ask: \(reason)"
    )
  }
}
