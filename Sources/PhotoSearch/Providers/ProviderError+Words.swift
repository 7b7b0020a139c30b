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
    case .keyRefused(let variable, let address, let message):
      "the key in \(variable) is refused (\(message)); "
        + "check it, or get a new one at \(address.absoluteString)"
    case .quotaSpent(let until):
      "the quota is used up; "
        + (until.map { "try again at \(Self.clock($0))" }
          ?? "until when is not said: try again in an hour")
    case .rejected(200..<300, let message):
      "the service does not answer this (\(message)); change the query or the options, "
        + "or look whether this network shows a sign-in page"
    case .rejected(404, let message):
      "the service says no (404: \(message)); check the address in \(Self.addressVariables)"
    case .rejected(let status, let message):
      "the service says no (\(status): \(message)); change the query or the options"
    case .unavailable(let message):
      "the service is out of order (\(message)); try again later"
    case .unreadable(let path, let problem):
      "the reply cannot be read: \(problem) at \(path); try again, and report it if it stays"
    case .absent(let message):
      "it is not there (\(message)); check what was asked for"
    case .noSuchPhoto(let id, nil):
      "there is no photo \(id); check the id"
    case .noSuchPhoto(let id, let message?):
      "there is no photo \(id) (\(message)); check the id"
    case .unknownPage(let cursor):
      "there is no page \(cursor); search again without --cursor"
    case .transport(let error):
      // Not the host, which a recording of this run does not have when it was not the usual one.
      error.words(for: "the service")
    }
  }

  /// The variables that say where a service's API is
  private static let addressVariables = "its *_API_URL variable, if that is set"

  /// Hours and minutes, local time; with the day when it is more than a day from now
  private static func clock(_ date: Date) -> String {
    let time = date.formatted(
      .verbatim(
        "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
        timeZone: .current, calendar: Calendar(identifier: .gregorian)))
    guard abs(date.timeIntervalSinceNow) > 86_400 else { return time }
    return time + (CalendarDate(date).map { " on \($0.day)" } ?? "")
  }
}
