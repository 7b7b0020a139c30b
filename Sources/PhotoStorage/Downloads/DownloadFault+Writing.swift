import Foundation

extension DownloadFault {
  /// What the system just said no to, and what to do about it
  init(writing url: URL) {
    let reason =
      switch errno {
      case ENOSPC, EDQUOT, EFBIG: "\(String(cString: strerror(errno))); make room"
      case ELOOP: "it is a symbolic link; choose another place"
      default: "\(String(cString: strerror(errno))); choose another place"
      }
    self = .cannotWrite(path: url.path, reason: reason)
  }

  /// What Foundation could not do, in the system's words where it has them
  init(writing url: URL, after error: any Error) {
    let error = error as NSError
    let system = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if system.domain == NSPOSIXErrorDomain {
      errno = Int32(system.code)
      self.init(writing: url)
    } else {
      self = .cannotWrite(path: url.path, reason: "it cannot be written; choose another place")
    }
  }
}
