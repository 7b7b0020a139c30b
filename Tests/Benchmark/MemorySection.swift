import Foundation
import PhotoSearch

/// The most memory that a search of many photos holds, and one of a very large page: a provider
/// without an end, in a process of its own
enum MemorySection {
  static let childArgument = "--photos"
  static let pageArgument = "--page"
  private static let pageSize = 31_000_000

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
      figures.add("\(photos) photos", values, ours: .init("", Double(memory) / 1e6, "MB"))
      before = (photos, memory)
    }
    let peaks = try [1_000, pageSize].compactMap { size in
      try Child.run(program, [pageArgument, "\(size)"]).flatMap { child in
        Double(child.output.split(separator: "\n").first ?? "")
      }
    }
    guard peaks.count == 2 else { return }
    figures.add(
      "a page of 31 MB, beyond a small one", [.init("MB", peaks[1] / 1e6)],
      ours: .init("", (peaks[1] - peaks[0]) / 1e6, "MB"),
      yardstick: .init("its bytes", Double(pageSize) / 1e6, "MB"))
  }

  /// In the process that is measured: reads one page of that many bytes, and prints the most bytes
  /// that it held
  static func run(pageOf size: Int) async {
    let filler = String(repeating: "x", count: max(0, size / 1_000 - 200))
    await search(1_000, over: SameRows(rows: 1_000, filler: filler))
  }

  /// In the process that is measured: prints the most bytes that it held
  static func run(photos count: Int) async { await search(count, over: SameRows()) }

  private static func search(_ count: Int, over transport: SameRows) async {
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
  var rows = 100
  /// The text of each row besides its title
  var filler = ""

  func send(_ request: WebRequest) async throws -> WebReply {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let page = items.first { $0.name == "pageno" }?.value.flatMap { Int($0) } ?? 1
    var body = Data(capacity: rows * (filler.utf8.count + 220) + 100)
    body += Data(#"{"query":"kittens","results":["#.utf8)
    for row in 0..<rows {
      let number = page * rows + row
      let text =
        #"{"url":"https://example.org/photos/\#(number)","title":"Kitten \#(number)","#
        + #""img_src":"https://example.org/pictures/\#(number).jpg","engine":"example","#
        + #""resolution":"4000 x 3000","category":"images","content":"\#(filler)"}"#
      body += Data((row > 0 ? "," + text : text).utf8)
    }
    body += Data("]}".utf8)
    return WebReply(status: 200, body: body)
  }
}
