import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// An entry of the history as it is printed
enum HistoryText {
  /// ` 2  red panda --license by  (30 photos, 2026-05-01 12:00)`
  static func line(_ entry: HistoryEntry, _ number: Int) -> String {
    let words = ([entry.search.words ?? "list"] + entry.search.options).joined(separator: " ")
    let photos = entry.photos == 1 ? "1 photo" : "\(entry.photos) photos"
    let padded = String(repeating: " ", count: max(0, 2 - String(number).count)) + "\(number)"
    return "\(padded)  \(SafeText.line(words))  (\(photos), \(localTime(entry.searched)))\n"
  }

  /// One array, an entry a line; all members are there, in the order of their names
  static func json(_ entries: [HistoryEntry]) -> String {
    let rows = entries.map { entry in
      var json = JSONWriter(capacity: 256)
      json.raw("{\"options\":")
      json.list(entry.search.options) { json, option in json.string(option) }
      json.raw(",\"photos\":")
      json.number(entry.photos)
      json.raw(",\"searched\":")
      json.date(entry.searched)
      json.raw(",\"words\":")
      json.string(entry.search.words)
      json.raw("}")
      return json.text
    }
    return rows.isEmpty ? "[]\n" : "[\n" + rows.joined(separator: ",\n") + "\n]\n"
  }

  private static func localTime(_ date: Date) -> String {
    var time = tm()
    guard var whole = time_t(exactly: date.timeIntervalSince1970.rounded(.down)),
      localtime_r(&whole, &time) != nil
    else { return "" }
    let parts = [time.tm_mon + 1, time.tm_mday, time.tm_hour, time.tm_min].map { number in
      (number < 10 ? "0" : "") + String(number)
    }
    return "\(Int(time.tm_year) + 1_900)-\(parts[0])-\(parts[1]) \(parts[2]):\(parts[3])"
  }
}
