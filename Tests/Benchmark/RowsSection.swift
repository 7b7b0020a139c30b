import FixtureMaker
import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal

/// From the bytes of replies to photos, and to what is printed of them, against what only parses
/// the same bytes: Foundation's JSONSerialization here, json.loads where there is a Python
enum RowsSection {
  private static let runs = 5
  /// Bytes of replies for each provider
  private static let size = 2_000_000

  /// - Parameters:
  ///   - recordings: a folder of HAR files; the largest page that each service has in them is read
  ///     too
  ///   - chosen: the only provider that is measured, as for a profile; nil for all
  static func run(_ figures: inout Figures, recordings: String?, of chosen: String?) throws {
    let services = EndlessServices(EndlessServices.all)
    var large: [(ours: Double, loads: Double)] = []
    for provider in EndlessServices.searches(at: { _ in nil })
    where chosen.map({ $0 == provider.id.rawValue }) ?? true {
      var bodies: [Data] = []
      while bodies.reduce(0, { $0 + $1.count }) < size {
        bodies.append(services.body(of: provider.id, page: bodies.count + 1))
      }
      try measure(&figures, "\(provider.id)", provider, bodies)
    }
    guard let recordings else { return }
    for (provider, body) in try recorded(in: recordings)
    where chosen.map({ $0 == provider.id.rawValue }) ?? true {
      let bodies = Array(repeating: body, count: size / body.count + 1)
      let each = try measure(&figures, "\(provider.id), recorded", provider, bodies)
      if let each, [.unsplash, .flickr, .openverse, .wikimedia].contains(provider.id) {
        large.append(each)
      }
    }
    guard large.count == 4 else { return }
    figures.add(
      "a photo each of the four large services, recorded", [],
      ours: .init("ndjson", large.map(\.ours).reduce(0, +), "µs"),
      yardstick: .init("json.loads", large.map(\.loads).reduce(0, +), "µs"))
  }

  /// - Returns: the microseconds that a photo takes, and that Python takes to parse its bytes; nil
  ///   where there is no Python.
  @discardableResult
  private static func measure(
    _ figures: inout Figures, _ name: String, _ provider: any PhotoProvider, _ bodies: [Data]
  ) throws -> (ours: Double, loads: Double)? {
    let replies = bodies.map { WebReply(status: 200, body: $0) }
    let bytes = Double(bodies.reduce(0) { $0 + $1.count })
    var pages: [[Photo]] = []
    let reading = try least(of: runs) {
      pages.removeAll()
      return try ProcessorTime.of { pages = try read(replies, by: provider) }
    }
    let photos = pages.flatMap(\.self)
    let parsing = try least(of: runs) {
      try ProcessorTime.of {
        for body in bodies { _ = try JSONSerialization.jsonObject(with: body) }
      }
    }
    let redaction = Redaction(
      inUse: [KeyInUse("0123456789abcdef0123456789abcdef", home: provider.api.base)],
      keys: [provider.api.key].compactMap(\.self))
    let redacting = least(of: runs) {
      ProcessorTime.of { for reply in replies { _ = redaction.reply(reply) } }
    }
    let writing = least(of: runs) { ProcessorTime.of { write(photos, by: LineRenderer.ndjson()) } }
    let style = TerminalStyle(color: true, hyperlinks: true)
    let drawing = least(of: runs) {
      ProcessorTime.of { write(photos, by: GridRenderer(width: 120, columns: nil, style: style)) }
    }
    let whole = redacting + reading + writing
    var values: [Figures.Value] = [
      .init("photos", Double(photos.count)),
      .init("bytes each", bytes / Double(photos.count)),
      .init("read", Double(photos.count) / reading, "/s"),
      .init("to ndjson", Double(photos.count) / whole, "/s"),
      .init("to grid", Double(photos.count) / (redacting + reading + drawing), "/s"),
      .init("unredacted", Double(photos.count) / (reading + writing), "/s"),
      .init("JSONSerialization", whole / parsing, "×"),
    ]
    let micros = 1e6 / Double(photos.count)
    let loads = try pythonSeconds(bodies)
    if let loads {
      values += [
        .init("json.loads", whole / loads, "×"), .init("of it reading", reading / loads, "×"),
        .init("redacting", redacting / loads, "×"), .init("writing", writing / loads, "×"),
        .init("drawing", drawing / loads, "×"),
      ]
    }
    figures.add(
      "a photo of \(name)", values, ours: .init("ndjson", whole * micros, "µs"),
      yardstick: loads.map { .init("json.loads", $0 * micros, "µs") })
    return loads.map { (whole * micros, $0 * micros) }
  }

  private static func read(_ replies: [WebReply], by provider: any PhotoProvider) throws
    -> [[Photo]]
  {
    let query = PhotoQuery("kittens")
    var pages: [[Photo]] = []
    var cursor: PageCursor?
    for reply in replies {
      let page = try provider.page(from: reply, for: query, at: cursor)
      pages.append(page.photos)
      cursor = page.next ?? cursor
    }
    return pages
  }

  private static func write(_ photos: [Photo], by renderer: some ListingRenderer) {
    var renderer = renderer
    var count = 0
    for (index, photo) in photos.enumerated() {
      count += renderer.entry(ListingEntry(number: index + 1, photo: photo)).utf8.count
    }
    precondition(count > 0 || photos.isEmpty)
  }

  /// The least that Python's own parser takes; nil where there is none
  static func pythonSeconds(_ bodies: [Data]) throws -> Double? {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, body) in bodies.enumerated() {
      try body.write(to: folder.appending(path: "\(index)"))
    }
    let script = """
      import json, pathlib, sys, time
      bodies = [one.read_bytes() for one in pathlib.Path(sys.argv[1]).iterdir()]
      def once():
          start = time.process_time()
          for body in bodies: json.loads(body)
          return time.process_time() - start
      print(min(once() for _ in range(\(runs))))
      """
    guard let child = try Child.run("python3", ["-c", script, folder.path]) else { return nil }
    return Double(child.output.split(separator: "\n").first ?? "")
  }

  /// The largest page of a search that each service has in some recordings
  private static func recorded(in folder: String) throws -> [(any PhotoProvider, Data)] {
    let searches = EndlessServices.searches { _ in nil }
    let registry = ProviderRegistry(searches)
    var largest: [ProviderID: Data] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where file.hasSuffix(".har") {
      let data = try Data(contentsOf: URL(filePath: folder).appending(path: file))
      let har = try JSONDocument(data).root
      for entry in har["log"]?["entries"]?.elements ?? [] {
        guard let url = entry["request"]?["url"]?.string.flatMap({ URL(string: $0) }),
          let provider = registry.provider(of: url),
          let text = entry["response"]?["content"]?["text"]?.string,
          text.utf8.count > largest[provider.id]?.count ?? 0,
          let pages = try? read([WebReply(status: 200, body: Data(text.utf8))], by: provider),
          !pages.joined().isEmpty
        else { continue }
        largest[provider.id] = Data(text.utf8)
      }
    }
    return searches.compactMap { provider in largest[provider.id].map { (provider, $0) } }
  }
}
