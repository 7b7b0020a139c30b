import Foundation
import LocalServer
import PhotoSearch

/// A program that runs beside this one and prints to nobody, in a process group of its own, as Ctrl-C
/// isn't for it
struct ChildProgram {
  /// An absolute path
  let path: String
  let arguments: [String]
  /// What it reads
  let input: String

  /// Starts it with this program's environment; what is open here ends with `exec`
  ///
  /// - Parameter end: takes how it ended, as wait(2) has it, once it has: 0 when all is well. Called
  ///   from a thread of its own.
  /// - Throws: `POSIXError` when it can't be started.
  func start(_ end: @escaping @Sendable (Int32) -> Void) throws {
    let pipe = try OpenFile.pipe()
    let text = Array(input.utf8)
    do {
      defer { close(pipe.reading) }
      let id = try spawn(reading: pipe.reading)
      let isWaitedFor = SystemThread.start {
        // It may leave without reading all of it.
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, nil)
        do { try text.withUnsafeBytes { try $0.write(to: pipe.writing) } } catch {}
        close(pipe.writing)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        end(status)
      }
      guard isWaitedFor else { throw POSIXError(.EAGAIN) }
    } catch {
      close(pipe.writing)
      throw error
    }
  }

  private func spawn(reading input: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var (files, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (files, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0)
    }
    // This program ignores SIGPIPE, which others rely on.
    var (none, ignored) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &files, &attributes, words, variables)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    return id
  }
}
