import Foundation

/// The terminal in which a program was started, wherever its input and output go
package enum ControllingTerminal {
  /// A name that identifies the terminal; nil for a program without one, e.g. started by a timer
  ///
  /// A session has one terminal, and a terminal one session. So the name consists of the device,
  /// the process that leads the session (usually the shell), and that process's start time: a later
  /// terminal may get the same device, but not the same shell.
  package static var name: String? {
    guard let me = ProcessRecord(of: getpid()), let device = me.terminal else { return nil }
    let leader = getsid(0)
    let start = ProcessRecord(of: leader)?.start ?? 0
    return "\(device):\(leader):\(start)"
  }
}

/// The system's facts about a process
private struct ProcessRecord {
  /// The device number of its terminal; nil without one
  let terminal: Int?
  /// The start time, in the system's own units
  let start: Int

  #if canImport(Darwin)
    init?(of process: pid_t) {
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0, size > 0 else {
        return nil
      }
      let device = info.kp_eproc.e_tdev
      terminal = device == -1 ? nil : Int(device)
      let time = info.kp_proc.p_un.__p_starttime
      start = Int(time.tv_sec) * 1_000_000 + Int(time.tv_usec)
    }
  #else
    /// Parsed as in proc_pid_stat(5): the name in brackets may contain blanks and brackets
    init?(of process: pid_t) {
      let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
      let text = String(decoding: data, as: UTF8.self)
      guard let name = text.lastIndex(ofASCII: ")") else { return nil }
      let fields = text[name...].components(at: " ", maxSplits: 21)
      guard fields.count > 20, let device = Int(fields[5]), let start = Int(fields[20]) else {
        return nil
      }
      terminal = device == 0 ? nil : device
      self.start = start
    }
  #endif
}
