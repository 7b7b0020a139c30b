/// How the program ends: the numbers of sysexits.h where they fit
enum ExitCode: Int32 {
  /// At least one provider answered
  case success = 0
  /// Wrong usage
  case usage = 64
  /// Unreadable data: a recording, a cursor
  case data = 65
  /// What was named is not there: a file, a photo, an entry of the recording
  case noInput = 66
  /// No provider answered
  case unavailable = 69
  /// Could not write
  case cannotWrite = 74
  /// No provider answered, and all for quota
  case tryLater = 75
  /// No provider answered, and all for keys missing or refused
  case noPermission = 77
  /// Ctrl-C
  case interrupted = 130
}
