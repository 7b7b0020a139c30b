import PhotoSearch

/// The value of `--patience`: seconds, or `forever`
struct PatienceArgument {
  /// nil for `forever`
  let patience: Duration?

  init(_ arguments: Arguments) throws {
    guard let text = arguments.value("patience") else {
      patience = .seconds(1)
      return
    }
    if text == "forever" {
      patience = nil
      return
    }
    patience = .seconds(try Self.seconds(text, option: "--patience"))
  }

  private static func seconds(_ text: String, option: String) throws -> Double {
    guard let seconds = Double(text), seconds >= 0, seconds <= 3_600 else {
      throw CommandFailure.usage("\(option) takes seconds, or `forever`, not '\(text)'")
    }
    return seconds
  }
}
