import Foundation
import HeanNetworking

extension Context {
  /// The real thing: this process, its streams and its clock.
  static func system() -> Context {
    Context(
      environment: ProcessInfo.processInfo.environment,
      now: { Date() },
      random: { Double.random(in: 0..<1) },
      sleep: { try await Task.sleep(for: $0) },
      output: .descriptor(1), errors: .descriptor(2),
      input: Input(
        isTerminal: Terminal.isTerminal(0),
        readLine: { try await LineReader().readLine() },
        readSecret: { try await SecretPrompt.read($0) }),
      columns: Terminal.size(of: 1)?.columns, terminalSize: { Terminal.size(of: 1) },
      // `main` watches the signals for the whole process and ends it; there is nothing to wait for here but that.
      untilInterrupted: { while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) } })
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
