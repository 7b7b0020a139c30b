import Foundation
import PhotoSearch

/// What was measured: by section, a line each, of named values
struct Figures {
  /// A value with its unit, such as `1.9 ×`
  struct Value {
    let name: String
    let number: Double
    let unit: String

    init(_ name: String, _ number: Double, _ unit: String = "") {
      (self.name, self.number, self.unit) = (name, number, unit)
    }

    /// Three digits that count
    var text: String {
      let places = number == number.rounded() || number >= 100 ? 0 : number >= 10 ? 1 : 2
      return String(format: "%.\(places)f", number) + (unit.isEmpty ? "" : " \(unit)")
    }
  }

  private struct Line {
    let section: String
    let name: String
    let values: [Value]
    let ours: Value?
    let yardstick: Value?
  }

  private var section = ""
  private var lines: [Line] = []

  mutating func begin(_ section: String) { self.section = section }

  /// Adds a line, and tells of it at once
  ///
  /// - Parameters:
  ///   - values: all figures, for the file of JSON
  ///   - ours: what the table has, in the unit of the yardstick
  ///   - yardstick: what it is compared with; its name is that of what did the same
  mutating func add(
    _ name: String, _ values: [Value], ours: Value? = nil, yardstick: Value? = nil
  ) {
    lines.append(
      Line(section: section, name: name, values: values, ours: ours, yardstick: yardstick))
    let words = values.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
    try? FileHandle.standardError.write(contentsOf: Data("\(section): \(name): \(words)\n".utf8))
  }

  /// One table in Markdown, of what has a yardstick or is worth a line without one
  var table: String {
    "\n| what | ours | yardstick | ratio |\n|---|---:|---:|---:|\n"
      + lines.compactMap { line in
        guard let ours = line.ours else { return nil }
        let yardstick = line.yardstick
        let ratio = yardstick.map { Value("", ours.number / $0.number, "×").text } ?? ""
        return "| \(line.section): \(line.name) | \(ours.text) | "
          + (yardstick.map { "\($0.name) \($0.text)" } ?? "") + " | \(ratio) |\n"
      }.joined()
  }

  /// `[{"section":"rows","name":"flickr","values":{"photos a second":61234.5}}]`
  var json: String {
    var json = JSONWriter(capacity: 4_096)
    json.list(lines) { json, line in
      json.object { json in
        json.member("section", line.section)
        json.member("name", line.name)
        json.member("values")
        json.object { json in
          for value in line.values {
            json.member(named: value.name)
            json.number(value.number)
          }
        }
      }
    }
    return json.text + "\n"
  }
}

/// The least of some runs: what else the machine does only adds
func least(of runs: Int, _ measure: () throws -> Double) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<runs { best = min(best, try measure()) }
  return best
}

/// Seconds of a processor that this process has had, in all of its threads
var processorSeconds: Double {
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
