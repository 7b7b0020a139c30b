import Foundation
import PhotoSearch

/// The most memory that a search of many photos holds: a provider without an end, in a process of
/// its own
enum MemorySection {
  static let childArgument = "--photos"

  static func run(_ figures: inout Figures) throws {
    guard let program = Bundle.main.executableURL?.path else { return }
    var before: (photos: Int, memory: Int)?
    for photos in [0, 1_000, 10_000, 100_000] {
      guard let child = try Child.run(program, [childArgument, "\(photos)"]),
        let memory = Int(child.output.split(separator: "\n").first ?? "")
      else { return }
      var values: [Figures.Value] = [.init("MB", Double(memory) / 1e6)]
      if let before, before.photos > 0 {
        let bytes = Double(memory - before.memory) / Double(photos - before.photos)
        values.append(.init("bytes a photo more", bytes))
      }
      figures.add("\(photos) photos", values)
      before = (photos, memory)
    }
  }

  /// In the process that is measured: prints the most bytes that it held
  static func run(photos count: Int) async {
    let transport = SameRows()
    let provider = EndlessServices.searches { _ in nil }.filter { $0.id == .searxng }
    var shown = 0
    for await case .photo in MergedSearch(
      PhotoQuery("kittens"), from: provider, limit: count, over: transport)
    { shown += 1 }
    precondition(shown == count)
    print(peak ?? 0)
  }

  /// The most bytes of memory that this program held
  ///
  /// `getrusage` would count what its parent had when it began, too.
  private static var peak: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = Int(line.filter(\.isNumber))
    else { return nil }
    return kilobytes * 1_024
  }
}

/// Pages of SearXNG's whose rows differ by a number alone, so that making them holds no memory
private struct SameRows: HTTPTransport {
  func send(_ request: WebRequest) async throws -> WebReply {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let page = items.first { $0.name == "pageno" }?.value.flatMap { Int($0) } ?? 1
    let rows = (0..<100).map { row in
      let number = page * 100 + row
      return #"{"url":"https://example.org/photos/\#(number)","title":"Kitten \#(number)","#
        + #""img_src":"https://example.org/pictures/\#(number).jpg","engine":"example","#
        + #""resolution":"4000 x 3000","category":"images"}"#
    }
    let body = #"{"query":"kittens","results":[\#(rows.joined(separator: ","))]}"#
    return WebReply(status: 200, body: Data(body.utf8))
  }
}
