import Foundation
package import PhotoSearch

/// Openverse, Commons and Flickr with a photo for each caption, which match the words of a search
/// by their own rules: what those are is said in the guide's article on words
package struct CaptionServices: HTTPTransport {
  private let captions: [String]
  /// The words of each, in lower case, and their stems
  private let words: [Set<String>]
  private let stems: [Set<String>]

  package init(_ captions: [String]) {
    self.captions = captions
    let words = captions.map { $0.lowercased().split { !$0.isLetter }.map(String.init) }
    self.words = words.map { Set($0) }
    stems = words.map { Set($0.map(Self.stem)) }
  }

  package func send(_ request: WebRequest) async throws -> WebReply { reply(to: request) }

  /// By the last part of the path
  package func reply(to request: WebRequest) -> WebReply {
    let items = Dictionary(
      request.queryItems.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    let text: String
    if let words = items["gsrsearch"] {
      text = commons(words, from: Int(items["gsroffset"] ?? "") ?? 0)
    } else if let words = items["text"] {
      text = flickr(words, page: Int(items["page"] ?? "") ?? 1)
    } else {
      text = openverse(items["q"] ?? "", page: Int(items["page"] ?? "") ?? 1)
    }
    return WebReply(
      status: 200, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
  }

  // MARK: What they find

  /// All words, stems; stop words don't count. `|` parts what is looked for, and no operator binds
  /// closer than another; `-word` takes away
  private func openverse(_ words: String, page: Int) -> String {
    var (any, all, without): ([String], [String], [String]) = ([], [], [])
    let parts = words.split(separator: " ").map(String.init)
    for (place, part) in parts.enumerated() where part != "|" {
      if part.hasPrefix("-") {
        without.append(Self.stem(String(part.dropFirst())))
      } else if place > 0 && parts[place - 1] == "|" || parts.dropFirst(place + 1).first == "|" {
        any.append(Self.stem(part))
      } else if !Self.stopWords.contains(part.lowercased()) {
        all.append(Self.stem(part))
      }
    }
    let found = found(all: all, any: any, without: without, in: stems)
    let size = 20
    let rows = found.dropFirst((page - 1) * size).prefix(size).map { number in
      """
      {"id":"caption-\(number)","title":\(quoted(captions[number])),"creator":"Ann","license":"by",\
      "license_version":"4.0","foreign_landing_url":"https://photos.example/\(number)",\
      "url":"https://photos.example/\(number).jpg","width":1200,"height":800,"tags":[]}
      """
    }
    let pages = (found.count + size - 1) / size
    return
      "{\"result_count\":\(found.count),\"page_count\":\(pages),\"page\":\(page),\"results\":[\(rows.joined(separator: ","))]}"
  }

  /// What isn't joined by `OR` has to be there; what is joined may be, and one of it has to where
  /// nothing else is; a minus behind an `OR` makes the word before it a must
  private func commons(_ words: String, from offset: Int) -> String {
    var parts = words.split(separator: " ").map(String.init).filter { !$0.hasPrefix("file") }
    let without = parts.filter { $0.hasPrefix("-") }.map { Self.stem(String($0.dropFirst())) }
    if let first = parts.firstIndex(of: "OR"),
      let minus = parts.lastIndex(where: { $0.hasPrefix("-") }), minus > first
    {
      parts = Array(parts[..<minus].suffix(1))
    }
    parts.removeAll { $0.hasPrefix("-") }
    let isAny = parts.contains("OR")
    let terms = parts.filter { $0 != "OR" && !Self.stopWords.contains($0.lowercased()) }
      .map(Self.stem)
    let found = found(all: isAny ? [] : terms, any: isAny ? terms : [], without: without, in: stems)
    let rows = found.dropFirst(offset).prefix(50).enumerated().map { rank, number in
      """
      {"pageid":\(9_000 + number),"ns":6,"title":"File:Caption \(number).jpg","index":\(offset + rank + 1),\
      "imageinfo":[{"url":"https://upload.wikimedia.org/wikipedia/commons/a/ab/Caption_\(number).jpg",\
      "descriptionurl":"https://commons.wikimedia.org/wiki/File:Caption_\(number).jpg","width":1200,\
      "height":800,"mime":"image/jpeg","timestamp":"2020-01-01T00:00:00Z",\
      "extmetadata":{"ImageDescription":{"value":\(quoted(captions[number]))}}}]}
      """
    }
    let next =
      found.count > offset + 50
      ? "\"continue\":{\"gsroffset\":\(offset + 50),\"continue\":\"gsroffset||\"}," : ""
    let query = rows.isEmpty ? "" : ",\"query\":{\"pages\":[\(rows.joined(separator: ","))]}"
    return "{\(next)\"batchcomplete\":true\(query)}"
  }

  /// All words as they are written, stop words too
  private func flickr(_ words: String, page: Int) -> String {
    let parts = words.lowercased().split(separator: " ").map(String.init)
    let found = found(
      all: parts.filter { !$0.hasPrefix("-") }, any: [],
      without: parts.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }, in: self.words)
    let rows = found.dropFirst((page - 1) * 100).prefix(100).map { number in
      """
      {"id":"\(7_000 + number)","owner":"1@N00","secret":"abcdef1234","server":"65535","farm":66,\
      "title":\(quoted(captions[number])),"media":"photo","license":"4","ownername":"Ann",\
      "url_m":"https://live.staticflickr.com/65535/\(7_000 + number)_abcdef1234.jpg","width_m":500,\
      "height_m":333}
      """
    }
    return
      "{\"photos\":{\"page\":\(page),\"pages\":\((found.count + 99) / 100),\"perpage\":100,\"total\":\(found.count),\"photo\":[\(rows.joined(separator: ","))]},\"stat\":\"ok\"}"
  }

  /// Numbers of captions, those with the most of the words first
  private func found(
    all: [String], any: [String], without: [String], in forms: [Set<String>]
  ) -> [Int] {
    let counted = forms.enumerated().compactMap { number, own -> (Int, Int)? in
      guard all.allSatisfy(own.contains), !without.contains(where: own.contains) else { return nil }
      let count = any.count(where: own.contains)
      guard !all.isEmpty || count > 0 else { return nil }
      return (-count, number)
    }
    return counted.sorted { $0 < $1 }.map(\.1)
  }

  private static func stem(_ word: String) -> String {
    var word = word.lowercased()
    for ending in ["ing", "ed", "s", "e"]
    where word.hasSuffix(ending) && word.count > ending.count + 2 {
      word = String(word.dropLast(ending.count))
    }
    return word
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static let stopWords: Set<String> = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it",
    "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they",
    "this", "to", "was", "will", "with",
  ]
}
