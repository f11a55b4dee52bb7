import Dispatch
import HeanCore
import Synchronization

extension Context {
  /// The context of a real run: this process, its streams and its clock.
  static func system() -> Context {
    let errors = Sink.descriptor(2)
    let interruption = InterruptionGuard(errors: errors)
    let clock = OperationClock.system
    let lines = LineReader()
    var context = Context(
      environment: ProcessInfo.processInfo.environment,
      now: clock.now, random: clock.random, elapsed: clock.elapsed, sleep: clock.sleep,
      output: .descriptor(1), errors: errors,
      input: Input(
        isTerminal: Terminal.isTerminal(0),
        readLine: { try await lines.readLine() },
        withKeys: { body in
          // While the terminal has echo off, a signal must not kill at once: it has to be set back first.
          interruption.arm()
          try await RawTerminal.use { terminal in
            try await body(KeySource { try await terminal.next(within: $0) })
          }
        },
        withScreen: screen(.screen, interruption), withDrawing: screen(.drawing, interruption),
        readSecret: { prompt in
          // While the terminal has echo off, a signal must not kill at once: echo has to be switched on again first.
          interruption.arm()
          return try await SecretPrompt.read(prompt)
        }),
      columns: Terminal.size(of: 1)?.columns, terminalSize: { Terminal.size(of: 1) },
      // A signal ends the whole process; other than that, only cancellation ends this wait.
      untilInterrupted: { while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) } },
      // The clock of a real run is real time.
      interruption: interruption, realTime: { $0 })
    let environment = context.environment
    context.offersTutorial = true
    context.program = { ExecutablePath.current(environment) }
    context.runInFront = { arguments, environment, input in
      await interruption.whileBehind {
        await ForegroundProcess.run(arguments, environment: environment, input: input)
      }
    }
    context.windowChanges = {
      let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let watch = ProcessSignals.watch([.windowChanged]) { _ in change.yield() }
      change.onTermination = { _ in withExtendedLifetime(watch) {} }
      return changes
    }
    context.expire = { time, code in
      let isCalledOff = Mutex(false)
      let end = DispatchTime.now() + .milliseconds(Int(time.milliseconds))
      // On a queue of its own, which has a thread of its own: those of Swift's tasks can all be busy, or held up by writes.
      DispatchQueue(label: "hean.expiry").asyncAfter(deadline: end) {
        isCalledOff.withLock { isCalledOff in
          if !isCalledOff, let code = code() { ProcessSignals.exitNow(code.rawValue) }
        }
      }
      return { isCalledOff.withLock { $0 = true } }
    }
    return context
  }

  private static func screen(
    _ use: TerminalUse, _ interruption: InterruptionGuard
  ) -> @Sendable (@Sendable (ScreenTerminal) async throws -> Void) async throws -> Void {
    { body in
      interruption.arm()
      try await RawTerminal.use(for: use) { terminal in
        try await body(
          ScreenTerminal(
            next: { try await terminal.next(within: $0) }, suspend: { try await terminal.suspend() },
            write: { try terminal.write($0) }))
      }
    }
  }
}

extension Sink {
  fileprivate static func descriptor(_ number: Int32) -> Sink {
    let writer = FileDescriptorWriter(descriptor: number)
    return Sink(
      isTerminal: Terminal.isTerminal(number), write: { try writer.write($0) }, writeBytes: { try writer.write($0) },
      untilClosed: { await ClosedPipe.wait(for: number) })
  }
}
