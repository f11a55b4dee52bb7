import Foundation
import HeanCore
import Synchronization

@testable import HeanConsole

/// A client of `hean mcp` in this process, over streams of its own.
final class AssistantClient: Sendable {
  private let lines: AsyncStream<String>.Continuation
  private let answers: AsyncStream<JSONValue>
  private let server: Task<ExitCode, Never>
  private let numbers = Mutex(0)
  let errors = Recorder()

  /// - Parameter words: of the line behind `hean`.
  init(_ words: [String], home: String, clock: TestClock) {
    let (input, lines) = AsyncStream<String>.makeStream()
    let (output, answer) = AsyncStream<JSONValue>.makeStream()
    self.lines = lines
    answers = output
    var console = Console(home: home)
    console.sharedClock = clock
    var context = console.context(Recorder(), errors)
    context.input.readLine = {
      for await line in input { return line }
      return nil
    }
    context.output = Sink(
      isTerminal: false, write: { _ in },
      writeBytes: { bytes in
        if let message = try? JSONValue(reading: Data(bytes)) { answer.yield(message) }
      }, untilClosed: {})
    server = Task { [context] in
      let code = await Program(context: context).run(words)
      answer.finish()
      return code
    }
  }

  /// The next message of the server; `nil` when it has ended.
  func next() async -> JSONValue? {
    for await message in answers { return message }
    return nil
  }

  func send(_ message: JSONValue) { lines.yield(JSONText.compact(message)) }

  /// A request of a stateless client, and its answer.
  func ask(_ method: String, _ params: [String: JSONValue] = [:], forms: Bool = true) async -> JSONValue {
    let id = numbers.withLock { number in
      number += 1
      return number
    }
    lines.yield(
      AssistantMachineTests.line(
        .number(Decimal(id)), method, params, AssistantMachineTests.meta(forms ? ["elicitation": ["form": [:]]] : [:])))
    while let message = await next() { if message["id"] == .number(Decimal(id)) { return message } }
    return .null
  }

  func call(
    _ tool: String, _ arguments: [String: JSONValue] = [:], forms: Bool = true, answering: (JSONValue, JSONValue)? = nil
  ) async -> JSONValue {
    var params: [String: JSONValue] = ["name": .string(tool), "arguments": .object(arguments)]
    if let (state, response) = answering {
      params["requestState"] = state
      params["inputResponses"] = ["agreement": response]
    }
    return await ask("tools/call", params, forms: forms)
  }

  /// Ends the input.
  func end() async -> ExitCode {
    lines.finish()
    return await server.value
  }
}
