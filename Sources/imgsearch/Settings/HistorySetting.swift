/// Whether searches are kept in the history: `IMGSEARCH_HISTORY`, else `history` in config.json
struct HistorySetting {
  let isOn: Bool

  /// A setting that cannot be read keeps nothing, and so does one that says neither yes nor no
  init(environment: [String: String]) {
    var value = environment["IMGSEARCH_HISTORY"]
    if value == nil {
      do {
        let file = ConfigFile(in: Folders(environment: environment).config)
        value = try file.preference("IMGSEARCH_HISTORY") ?? file.preference("history")
      } catch {
        value = "off"
      }
    }
    isOn = ["", "on", "yes", "true", "1"].contains(value?.lowercased() ?? "")
  }
}
