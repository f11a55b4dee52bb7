import Foundation
import HeanTestSupport

@testable import HeanConsole

/// Makes files of this process stop growing: the nearest thing to a full disk that a test may have.
enum LimitedDisk {
  static func enter(bytes: Int) throws {
    ProcessSignals.ignoreWriteSignals()
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { throw LimitRefused() }
  }
}

struct LimitRefused: Error {}

/// Ends this process as `kill -9` would, after a time.
enum SuddenDeath {
  static func schedule(afterMicroseconds delay: UInt32) {
    Detached.run {
      usleep(delay)
      kill(getpid(), SIGKILL)
    }
  }
}
