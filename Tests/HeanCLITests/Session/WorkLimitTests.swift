import Foundation
import HeanCore
import Synchronization
import Testing

@testable import HeanConsole

/// The time limit of a read for the work on its answer.
struct WorkLimitTests {
  /// What a context was asked to do after some time.
  private final class Expiry: Sendable {
    struct Armed {
      var time: Duration
      var code: @Sendable () -> ExitCode?
      var isCalledOff = false
    }

    let armed = Mutex<[Armed]>([])

    func expire(_ time: Duration, _ code: @escaping @Sendable () -> ExitCode?) -> @Sendable () -> Void {
      let place = armed.withLock { armed in
        armed.append(Armed(time: time, code: code))
        return armed.count - 1
      }
      return { self.armed.withLock { $0[place].isCalledOff = true } }
    }

    /// What happens at the time that was armed last.
    func fire() -> ExitCode? { armed.withLock { $0.last }?.code() }
    var times: [Duration] { armed.withLock { $0.map(\.time) } }
    var isCalledOff: Bool { armed.withLock { $0.last?.isCalledOff == true } }
  }

  private let limit = WorkLimit()
  private let expiry = Expiry()

  private func context(_ now: @escaping @Sendable () -> Duration) -> Context {
    var context = Console().context(Recorder(), Recorder())
    context.elapsed = now
    context.expire = expiry.expire
    return context
  }

  @Test func `work beyond the limit ends the run as what can be tried again with more time`() {
    let clock = Clock()
    let shown = Mutex<Failure?>(nil)
    limit.begin(.seconds(3), in: context { clock.now }) { failure in
      shown.withLock { $0 = failure }
      return failure.exit
    }
    #expect(expiry.times == [.milliseconds(3_250)])
    clock.now = .milliseconds(3_250)
    #expect(expiry.fire() == .temporary)
    #expect(shown.withLock { $0?.message }?.contains("could not be worked through in 3.0s") == true)
  }

  @Test func `the time counts from the last request`() {
    let clock = Clock()
    limit.begin(.seconds(3), in: context { clock.now }) { $0.exit }
    limit.requestBegins(.seconds(2))
    clock.now = .milliseconds(3_250)
    #expect(expiry.fire() == nil)
    #expect(expiry.times == [.milliseconds(3_250), .seconds(2)])
    clock.now = .milliseconds(5_250)
    #expect(expiry.fire() == .temporary)
  }

  @Test func `nothing ends a run whose output has begun`() {
    let clock = Clock()
    limit.begin(.seconds(3), in: context { clock.now }) { $0.exit }
    limit.end()
    #expect(expiry.isCalledOff)
    limit.begin(.seconds(3), in: context { clock.now }) { $0.exit }
    #expect(expiry.times.count == 1)
  }

  /// Each kind of command that reads once; a verb must not be ended between its call and its proof.
  @Test(arguments: [
    ("positions", true), ("orders --json", true), ("pnl snapshot", true), ("status --line", true),
    ("market ticker btc", true), ("engine pause --yes", false),
  ])
  func `reads have the limit, and it is over before the first byte`(words: String, isLimited: Bool) async {
    let wasCalledOff = Mutex<[Bool]>([])
    var context = Console().context(Recorder(), Recorder())
    context.expire = expiry.expire
    context.output.write = { [expiry] _ in wasCalledOff.withLock { $0.append(expiry.isCalledOff) } }
    _ = await Program(context: context).run(["--practice"] + words.split(separator: " ").map(String.init))
    #expect(expiry.times.isEmpty == !isLimited)
    #expect(wasCalledOff.withLock { $0.allSatisfy { $0 } } || !isLimited)
  }

  private final class Clock: Sendable {
    private let time = Mutex(Duration.zero)
    var now: Duration {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }
  }
}
