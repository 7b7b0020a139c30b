import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage
import Synchronization
import Testing

/// An image host on this machine, and a folder to save to
struct DownloadSetup {
  let server: ScriptedServer
  let url: URL
  let transport: CountingTransport
  let folder: PictureFolder

  /// Runs a body beside a host that is given the number of each request, from 1
  @discardableResult
  static func with<T: Sendable>(
    overwrites: Bool = false, embeds: Bool = false, timeout: Duration = .seconds(600),
    limit: Int = PictureFolder.maxPictureBytes, inspect: PictureFolder.Inspection? = nil,
    _ script: @escaping @Sendable (Int, WebRequest) -> LoopbackAnswer,
    _ body: (DownloadSetup) async throws -> T
  ) async throws -> T {
    let count = RequestCount()
    let url = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-downloads-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: url) } catch { Issue.record(error) } }
    return try await withServer { request in
      script(count.next(), request)
    } _: { server in
      var limits = LiveTransport.Limits()
      limits.timeout = timeout
      let live = LiveTransport(limits: limits)
      defer { live.close() }
      let transport = CountingTransport(live)
      let folder = try PictureFolder(
        url, transport: transport, credits: CreditsFile(in: url), overwrites: overwrites,
        embeds: embeds, inspect: inspect, randomness: { _ in 0 }, limit: limit)
      return try await body(
        DownloadSetup(server: server, url: url, transport: transport, folder: folder))
    }
  }

  /// Runs a body beside a host that serves a picture
  ///
  /// - Parameters:
  ///   - delivery: how it comes
  ///   - count: requests that are answered in that way; those after them are answered well
  @discardableResult
  static func with<T: Sendable>(
    _ picture: ServedPicture, _ delivery: LoopbackAnswer.Delivery = .whole,
    first count: Int = .max, overwrites: Bool = false, embeds: Bool = false,
    limit: Int = PictureFolder.maxPictureBytes, _ body: (DownloadSetup) async throws -> T
  ) async throws -> T {
    try await with(
      overwrites: overwrites, embeds: embeds, limit: limit,
      { number, request in
        let answer = picture.answer(to: request)
        return number <= count ? answer.delivered(delivery) : answer
      }, body)
  }

  func save(
    _ photo: Photo? = nil, progress: @escaping @Sendable (Int, Int?) -> Void = { _, _ in }
  ) async throws -> Data {
    let photo = photo ?? .sample(picture: server.url("/kitten.jpg"))
    let source = try PictureSource(of: photo, apiOrigins: apiOrigins)
    let (file, _, _) = try await folder.save(photo, from: source, as: "kitten", progress: progress)
    return try Data(contentsOf: file)
  }

  /// The service that all photos are of is on this machine
  var apiOrigins: [String: Set<Origin>] { ["flickr": [Origin(server.url())]] }

  /// What is in the folder
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

/// Counts requests
final class RequestCount: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// Counts the bytes of bodies that come in pieces
final class CountingTransport: StreamingTransport {
  private struct Counter: BodyReceiver {
    let receiver: any BodyReceiver
    let add: @Sendable (Int) -> Void

    func accepts(_ head: WebReply) throws -> Bool { try receiver.accepts(head) }

    func receive(_ bytes: Data) throws {
      add(bytes.count)
      try receiver.receive(bytes)
    }
  }

  private let wrapped: any StreamingTransport
  private let count = Mutex(0)

  init(_ wrapped: any StreamingTransport) { self.wrapped = wrapped }

  var bytes: Int { count.withLock { $0 } }

  func send(_ request: WebRequest) async throws -> WebReply { try await wrapped.send(request) }

  func send(
    _ request: WebRequest, to receiver: any BodyReceiver
  ) async throws -> WebReply {
    let counter = Counter(receiver: receiver) { [self] count in
      self.count.withLock { $0 += count }
    }
    return try await wrapped.send(request, to: counter)
  }
}
