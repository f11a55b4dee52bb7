import Foundation
import HeanNetworking

@main
struct Main {
  static func main() async {
    ProcessSignals.ignoreWriteSignals()
    let context = Context.system()
    let code = await withTaskGroup(of: ExitCode.self, returning: ExitCode.self) { group in
      group.addTask { await Program(context: context).run(Array(ProcessInfo.processInfo.arguments.dropFirst())) }
      group.addTask {
        for await _ in ProcessSignals.stream(of: [.interrupt, .terminate]) { return .interrupted }
        return .interrupted
      }
      let code = await group.next() ?? .bug
      group.cancelAll()
      return code
    }
    // Without clean-up: libcurl's and OpenSSL's exit handlers are known to meet in a crash.
    ProcessSignals.exitNow(code.rawValue)
  }
}
