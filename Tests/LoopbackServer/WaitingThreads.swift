import Foundation

/// Two threads for tests that wait: those of Swift's pool, of which there are no more than cores,
/// compute meanwhile
package final class WaitingThreads: TaskExecutor {
  private let jobs = Jobs()

  package init() {
    for _ in 0..<2 {
      Thread.detachNewThread { [self] in
        while true { jobs.next().runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }
}

/// Who came last goes first: a test that has begun ends before another begins
private final class Jobs: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [UnownedJob] = []

  func add(_ job: UnownedJob) {
    condition.withLock { waiting.append(job) }
    condition.signal()
  }

  func next() -> UnownedJob {
    condition.withLock {
      while true {
        if let job = waiting.popLast() { return job }
        condition.wait()
      }
    }
  }
}
