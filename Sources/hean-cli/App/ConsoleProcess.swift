import HeanCore

/// The console as a process of its own: each program of it is one call.
package enum ConsoleProcess {
  /// Runs the command in the arguments of this process, and ends the process with its exit code.
  /// - Parameter carriers: what carries requests and events.
  package static func main(_ carriers: Carriers = Carriers()) async {
    StandardStreams.keepPlaces()
    ProcessSignals.ignoreWriteSignals()
    CrashReport.install()
    var system = Context.system()
    system.carriers = carriers
    let context = system
    await withTaskGroup(of: Int32?.self) { group in
      group.addTask {
        await Program(context: context).run(Array(ProcessInfo.processInfo.arguments.dropFirst())).rawValue
      }
      group.addTask {
        // Most reads end within these 30 ms. Until then a signal kills the process at once, and the run does not pay
        // for the threads that watch signals. A verb arms the guard itself, without this wait.
        try? await Task.sleep(for: .milliseconds(30))
        if !Task.isCancelled { context.interruption.arm() }
        return nil
      }
      var code: Int32?
      while code == nil, let ended = await group.next() { code = ended }
      // If a signal has come, the thread that handles it ends the process, and this call does not return.
      await context.interruption.stayed()
      // Exit at once, without waiting for the other task: a read may still have a long time until its deadline. Run no
      // exit handlers either: those of libcurl and OpenSSL are known to crash together.
      ProcessSignals.exitNow(code ?? ExitCode.bug.rawValue)
    }
  }
}
