#if canImport(Glibc)
  private import Glibc
#else
  private import Darwin
#endif

/// A thread for work that blocks in the system, which would hold up other tasks
package enum SystemThread {
  /// Runs a body on a new thread
  ///
  /// - Returns: false if the system couldn't create one; `errno` has the reason
  @discardableResult package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(
      &thread, nil,
      { context in
        // Nobody waits for the thread's end.
        pthread_detach(pthread_self())
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      errno = code
      return false
    }
    return true
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
