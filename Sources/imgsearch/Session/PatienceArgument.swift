import PhotoSearch

/// The value of `--patience`: seconds, or `forever`
struct PatienceArgument {
  /// nil for `forever`
  let patience: Patience?

  init(_ arguments: Arguments) throws {
    guard let text = arguments.value("patience") else {
      patience = Patience()
      return
    }
    if text == "forever" {
      patience = nil
      return
    }
    let duration = Duration.seconds(try Self.seconds(text, option: "--patience"))
    patience = Patience(first: duration, later: duration)
  }

  private static func seconds(_ text: String, option: String) throws -> Double {
    guard let seconds = Double(text), seconds >= 0, seconds <= 3_600 else {
      throw CommandFailure.usage("\(option) takes seconds, or `forever`, not '\(text)'")
    }
    return seconds
  }
}
