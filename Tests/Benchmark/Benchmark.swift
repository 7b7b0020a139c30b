import Foundation

/// How fast it is, in ratios against something that is run beside it: machines differ, and are busy
///
///     swift run -c release Benchmark [--json FILE] [--recordings FOLDER] [--provider ID]
///     [SECTION...]
///
/// The sections are `trips` (requests and round trips over loopback), `rows` and `merged` (from
/// bytes to rows), `pictures` (from JPEG files to what a terminal draws), `start` (of the program,
/// which has to be built) and `memory`; all of them without any. Each line is printed with all its
/// figures when it is measured, and a table at the end compares them with their yardsticks; a file
/// of JSON, if one is asked for, has all figures.
@main
enum Benchmark {
  private enum Section: String, CaseIterable {
    case trips, rows, merged, pictures, start, memory
  }

  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // What `memory` measures is a process of its own.
    if arguments.first == MemorySection.childArgument {
      return await MemorySection.run(photos: Int(arguments.last ?? "") ?? 0)
    }
    if arguments.first == MemorySection.pageArgument {
      return await MemorySection.run(pageOf: Int(arguments.last ?? "") ?? 0)
    }
    let file = take("--json", from: &arguments)
    let recordings = take("--recordings", from: &arguments)
    let provider = take("--provider", from: &arguments)
    let sections = arguments.map { Section(rawValue: $0) }
    guard !sections.contains(nil) else {
      print("The sections are " + Section.allCases.map(\.rawValue).joined(separator: ", "))
      exit(64)
    }
    var figures = Figures()
    for section in Section.allCases where sections.isEmpty || sections.contains(section) {
      figures.begin(section.rawValue)
      switch section {
      case .trips: try await TripsSection.run(&figures)
      case .rows: try RowsSection.run(&figures, recordings: recordings, of: provider)
      case .merged: try await MergedSection.run(&figures)
      case .pictures: try PicturesSection.run(&figures)
      case .start: try StartSection.run(&figures)
      case .memory: try MemorySection.run(&figures)
      }
    }
    print(figures.table)
    if let file { try Data(figures.json.utf8).write(to: URL(filePath: file)) }
  }

  private static func take(_ option: String, from arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
      return nil
    }
    defer { arguments.removeSubrange(index...index + 1) }
    return arguments[index + 1]
  }
}
