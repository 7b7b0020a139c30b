import CommandSyntax
import Platform

/// What somebody may have meant by the name of an option that isn't there
enum GuessedOption {
  /// The option that somebody may have meant by a name that none has: one that is nearly called so,
  /// or that takes it as a value, as `--landscape`
  ///
  /// - Parameter rows: the options that the command takes
  @Sendable static func meant(_ name: String, among rows: [OptionRow]) -> String? {
    let name = name.lowercased()
    let (provider, count) = (OptionTable.provider.row, OptionTable.count.row)
    if ["exclude", "except", "without", "skip"].contains(name) {
      return rows.contains { $0.name == provider.name }
        ? "\(provider.flag) -NAME, to leave a provider out" : nil
    }
    if ["max", "limit", "number", "results"].contains(name) {
      return rows.contains { $0.name == count.name } ? count.flag : nil
    }
    if let row = rows.first(where: { $0.values.contains(name) }) { return "\(row.flag) \(name)" }
    return Suggestion.nearest(to: name, among: rows.map(\.name)).map { "--\($0)" }
  }

  /// What does the work of an option of version 0.2.0 that went
  @Sendable static func retired(_ name: String) -> String? {
    switch name {
    case "tar", "per-shard":
      "save the pictures with download --sidecar json --name \"{provider}-{id}.{ext}\" -o FOLDER, "
        + "then pack them with GNU tar: cd FOLDER; tar --sort=name -cf ../000000.tar *"
    case "gzip": "leave it out, and pack the files when all are whole: gzip FOLDER/*.ndjson"
    default: nil
    }
  }
}
