import Foundation

@main
struct Main {
  static func main() async {
    StandardStreams.keepPlaces()
    ProcessSignals.ignoreWriteSignals()
    CrashReport.install()
    let context = Context.system()
    await withTaskGroup(of: Int32?.self) { group in
      group.addTask {
        await Program(context: context).run(Array(ProcessInfo.processInfo.arguments.dropFirst())).rawValue
      }
      group.addTask {
        // Most reads are over before this: until then a signal kills, and the threads that watching needs are not paid
        // for. A verb does not wait for this.
        try? await Task.sleep(for: .milliseconds(30))
        if !Task.isCancelled { context.interruption.arm() }
        return nil
      }
      var code: Int32?
      while code == nil, let ended = await group.next() { code = ended }
      // If a signal has come, it ends the process.
      await context.interruption.stayed()
      // At once, without waiting for the other: a read may be far from its deadline. And without exit handlers: libcurl's
      // and OpenSSL's are known to meet in a crash.
      ProcessSignals.exitNow(code ?? ExitCode.bug.rawValue)
    }
  }
}
