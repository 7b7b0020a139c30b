/// Whether searches are kept in the history: `IMGSEARCH_HISTORY`, else `history` in config.json
struct HistorySetting {
  let isOn: Bool

  /// A setting that cannot be read keeps nothing
  init(environment: [String: String]) {
    var value = environment["IMGSEARCH_HISTORY"]
    if value == nil {
      do {
        let file = ConfigFile(in: Folders(environment: environment).config)
        let values = try file.values { _ in }
        value = values["IMGSEARCH_HISTORY"] ?? values["history"]
      } catch {
        value = "off"
      }
    }
    isOn = !["off", "no", "false", "0"].contains(value?.lowercased() ?? "")
  }
}
