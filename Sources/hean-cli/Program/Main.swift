import Foundation
import HeanNetworking

@main
struct Main {
  static func main() async {
    StandardStreams.keepPlaces()
    ProcessSignals.ignoreWriteSignals()
    let context = Context.system()
    await withTaskGroup(of: Int32.self) { group in
      group.addTask {
        await Program(context: context).run(Array(ProcessInfo.processInfo.arguments.dropFirst())).rawValue
      }
      group.addTask {
        // Most runs are over before this: until then a signal ends the process by itself, which shells report as the
        // same 130, and the threads that watching needs are not paid for.
        try? await Task.sleep(for: .milliseconds(30))
        for await signal in ProcessSignals.stream(of: [.interrupt, .terminate]) { return signal.exitCode }
        return ExitCode.interrupted.rawValue
      }
      // At once, without waiting for the other: a read may be far from its deadline. And without exit handlers: libcurl's
      // and OpenSSL's are known to meet in a crash.
      ProcessSignals.exitNow(await group.next() ?? ExitCode.bug.rawValue)
    }
  }
}
