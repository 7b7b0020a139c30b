import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// `imgsearch doctor`: the program's state on this machine, to be pasted into a report
///
/// It names keys and settings without their values, writes `~` for the home folder, and reports
/// files that it can't read instead of failing.
struct DoctorCommand {
  let arguments: Arguments
  let console: Console

  private var environment: [String: String] { console.environment }

  /// - Throws: a usage failure if there are words.
  func run() throws -> ExitCode {
    guard arguments.operands.isEmpty else {
      throw CommandFailure.usage(
        "doctor takes no words\nTo search for words: imgsearch search \(arguments.words)")
    }
    let troubles = troubles
    let rows: KeyValuePairs<String, [String?]> = [
      "verdict": troubles.isEmpty ? ["all is well"] : troubles,
      "imgsearch": [UserAgent.version],
      "system": [system],
      "network": [LiveTransport.library ?? ErrorText.line(TransportError.noLibcurl), proxy],
      "database": [
        SQLiteLibrary.version.map { "SQLite \($0)" }, favorites.count ?? favorites.fault,
      ],
      "terminal": console.report(chafa: console.desktop.path("chafa")),
      "browser": [browser],
      "clipboard": [clipboard],
      "config": files(in: console.folders.config, of: ["config.json", "keys.json"]),
      "data": files(in: console.folders.data, of: ["imgsearch.db", "quotas.json"]),
      "cache": files(in: console.folders.cache, of: ["replies"]),
      "set": settings,
      "quotas": quotas,
    ]
    try console.print(rows.map { row($0, $1.compactMap(\.self)) }.joined())
    return .success
  }

  /// A line with a name and its values, made safe to show and without the home folder's name
  private func row(_ name: String, _ values: [String]) -> String {
    let values = values.isEmpty ? ["none"] : values
    return zip([name] + values.dropFirst().map { _ in "" }, values)
      .map { "\($0.padded(to: 10))\(SafeText.line(withoutHome($1)))\n" }.joined()
  }

  private func withoutHome(_ text: String) -> String {
    let home = Folders.home(environment)
    return home.begins(with: "/") && home != "/" ? text.replacing("\(home)/", with: "~/") : text
  }

  /// Problems, each with the command that mends it
  private var troubles: [String] {
    let folder = console.folders.config
    let network = LiveTransport.library == nil ? ErrorText.line(TransportError.noLibcurl) : nil
    let faults = [ConfigFile(in: folder).trouble, KeysFile(in: folder).trouble]
    var troubles = ([network, favorites.fault] + faults).compactMap(\.self)
    guard faults.allSatisfy({ $0 == nil }) else { return troubles }
    do {
      let settings = try Settings(environment: environment) {
        troubles.append(String($0.dropFirst("imgsearch: ".count)))
      }
      _ = try settings.providers
    } catch { troubles.append(ErrorText.line(error)) }
    return troubles
  }

  // MARK: Rows

  private var browser: String {
    (console.desktop.opener ?? "none found")
      + (console.desktop.lacksDisplay
        ? ", but there is no display for it (DISPLAY and WAYLAND_DISPLAY aren't set)" : "")
  }

  private var system: String {
    #if arch(x86_64)
      let processor = "x86-64"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "another processor"
    #endif
    return "\(ProcessInfo.processInfo.operatingSystemVersionString), \(processor)"
  }

  /// Whether requests go through a proxy; its address isn't shown, as it may contain a password
  private var proxy: String? {
    let names = [
      "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]
    let set = names.filter { !(environment[$0] ?? "").isEmpty }
    return set.isEmpty ? nil : "\(set.joined(separator: ", ")) set"
  }

  /// How many favorites there are, or why the database can't be read
  private var favorites: (count: String?, fault: String?) {
    do {
      let patience = Duration.seconds(1)
      let database = try PhotoDatabase.reading(at: console.folders.database, patience: patience)
      let count = try database?.favoriteCount()
      return (count.map { Counts.phrase($0, "favorite") } ?? "nothing kept yet", nil)
    } catch { return (nil, ErrorText.line(error)) }
  }

  private var clipboard: String {
    console.desktop.copier
      ?? (console.isErrorTerminal ? "through the terminal (OSC 52)" : "none found")
  }

  /// A folder, and which of some files it has
  private func files(in folder: URL, of names: [String]) -> [String] {
    let found = names.filter {
      FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
    return [folder.path + (found.isEmpty ? "" : ": \(found.joined(separator: ", "))")]
  }

  /// The names of everything that is set: keys, addresses, defaults
  private var settings: [String] {
    let folder = console.folders.config
    let (keys, config) = (KeysFile(in: folder), ConfigFile(in: folder))
    let variables = SettingName.keys.union(SettingName.addresses).union(["IMGSEARCH_HISTORY"])
    let inEnvironment = variables.filter { !(environment[$0] ?? "").trimmed.isEmpty }
    return [
      names(in: "the environment") { inEnvironment },
      names(in: "keys.json") { try keys.variables },
      // A file that can't be read is reported in another row.
      ifReadable { try keys.isRefused } == true
        ? "the keys in keys.json aren't used: others can read it" : nil,
      names(in: "config.json") { try Set(config.variables().keys).union(config.defaults().keys) },
    ].compactMap(\.self)
  }

  /// The names in a file. The words of an error are left out, as they might quote a secret put in
  /// the wrong place
  private func names(in place: String, _ names: () throws -> Set<String>) -> String? {
    do {
      let names = try names().sorted().joined(separator: ", ")
      return names.isEmpty ? nil : "\(names) in \(place)"
    } catch { return "\(place) can't be used, see verdict" }
  }

  private var quotas: [String] {
    QuotaFile(console.folders.quotas).reports.sorted { $0.key < $1.key }.compactMap {
      service, report in
      let end = report.end(after: Date()).map { "none until \($0.localTime)" }
      let words = [report.words, end].compactMap(\.self).joined(separator: "; ")
      return words.isEmpty ? nil : "\(service): \(words)"
    }
  }
}
