private import Foundation

extension ProviderError: CustomStringConvertible {
  /// What happened, why, and what to do next, on one line
  public var description: String { "\(provider): \(reason)" }
}

extension ProviderError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .keyMissing(let variable, let address):
      "no key: set \(variable) (get one at \(address.absoluteString))"
    case .keyRefused(let variable, let message):
      "the key in \(variable) is refused (\(message)); check it, or get a new one"
    case .quotaSpent(let until):
      "the quota is used up; try again \(until.map { "at \(Self.clock($0))" } ?? "later")"
    case .rejected(let status, let message):
      "the service says no (\(status): \(message)); change the query or the options"
    case .unavailable(let message):
      "the service is out of order (\(message)); try again later"
    case .unreadable(let path, let problem):
      "the reply cannot be read: \(problem) at \(path); try again, and report it if it stays"
    case .noSuchPhoto(let id):
      "there is no photo \(id); check the id"
    case .unknownPage(let cursor):
      "there is no page \(cursor); search again without --cursor"
    case .transport(let error):
      error.description
    }
  }

  /// Hours and minutes, local time
  private static func clock(_ date: Date) -> String {
    date.formatted(
      .verbatim(
        "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
        timeZone: .current, calendar: Calendar(identifier: .gregorian)))
  }
}
