import PhotoSearch
import Synchronization

/// Tells services about saved photos if their terms ask for it; a failure is only a warning
final class DownloadNotice: Sendable {
  private let providers: [any PhotoProvider]
  /// nil if no service is to be told
  private let transport: (any HTTPTransport)?
  private let note: @Sendable (String) -> Void
  private let hasWarned = Mutex(false)

  init(_ session: Session, note: @escaping @Sendable (String) -> Void) {
    providers = session.providers
    transport = session.notices
    self.note = note
  }

  @Sendable func send(_ photo: Photo) async {
    guard let transport, photo.downloadLocation != nil,
      let provider = providers.first(where: { $0.profile.service == photo.id.service })
    else { return }
    guard let request = provider.request(onSaving: photo) else {
      return warn(provider, "without a key, or at an address that isn't its own")
    }
    do {
      let response = try await transport.send(request)
      if response.status >= 300 { warn(provider, "status \(response.status)") }
    } catch {
      warn(provider, ErrorText.line(error))
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
