package import Foundation

/// Another program that runs beside this one, in a process group of its own so that Ctrl-C doesn't
/// reach it
package struct ChildProgram: Sendable {
  /// The use of the program's output
  package enum Output: Sendable {
    /// The output is discarded
    case discarded
    /// The output is read
    case captured
    /// The output is read from a program that the user works with on the terminal, so it stays in
    /// our process group
    case interactive
  }

  /// The exit status as in wait(2), 0 for success, and the output
  package typealias End = (status: Int32, output: Data)

  /// An absolute path
  package let path: String
  package let arguments: [String]
  /// The program's standard input
  package let input: Data
  package var output: Output

  package init(path: String, arguments: [String], input: Data, output: Output = .discarded) {
    self.path = path
    self.arguments = arguments
    self.input = input
    self.output = output
  }

  /// Most bytes of output to read
  private static let maxOutput = 50_000_000

  /// Starts the program with this program's environment; it inherits no open files
  ///
  /// - Returns: its process id, and its end once it has come
  /// - Throws: `POSIXError` if it can't be started.
  package func start() throws -> (id: pid_t, ends: AsyncStream<End>) {
    let toChild = try OpenFile.pipe()
    let fromChild = output == .discarded ? nil : try OpenFile.pipe()
    let id = try spawn(reading: toChild.reading.descriptor, writing: fromChild?.writing.descriptor)
    let (ends, end) = AsyncStream<End>.makeStream()
    let isWaitedFor = SystemThread.start { [reading = fromChild?.reading] in
      let output = reading.map(Self.contents) ?? Data()
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      end.yield((status, output))
      end.finish()
    }
    let isWrittenTo = SystemThread.start { [input, writing = toChild.writing] in
      Self.write(input, to: writing)
    }
    guard isWaitedFor, isWrittenTo else { throw POSIXError(.EAGAIN) }
    return (id, ends)
  }

  /// Waits for the program's end; cancelling ends a program with a process group of its own
  ///
  /// - Throws: `POSIXError` if it can't be started.
  package func run() async throws -> End {
    let (id, ends) = try start()
    return await withTaskCancellationHandler {
      await ends.first { _ in true } ?? (-1, Data())
    } onCancel: {
      if output != .interactive { kill(-id, SIGKILL) }
    }
  }

  private static func write(_ input: Data, to pipe: OpenFile) {
    // The program may exit without reading all of its input.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, nil)
    do { try input.write(to: pipe.descriptor) } catch {}
  }

  private static func contents(of pipe: OpenFile) -> Data {
    // A program that prints more than is read ends by a signal, rather than wait for ever.
    defer { pipe.finish() }
    return Data(ifReadable { try OpenFile.bytes(of: pipe.descriptor, atMost: maxOutput) } ?? [])
  }

  private func spawn(reading input: Int32, writing fromChild: Int32?) throws -> pid_t {
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
    if let fromChild { posix_spawn_file_actions_adddup2(&files, fromChild, STDOUT_FILENO) }
    let discarded =
      switch output {
      case .discarded: [STDOUT_FILENO, STDERR_FILENO]
      case .captured: [STDERR_FILENO]
      case .interactive: [Int32]()
      }
    for descriptor in discarded {
      posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0)
    }
    // This program ignores SIGPIPE, but other programs rely on it.
    var (none, ignored) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    let group = output == .interactive ? 0 : POSIX_SPAWN_SETPGROUP
    let flags = group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
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
