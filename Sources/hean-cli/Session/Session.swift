import Foundation
import HeanCore
import HeanNetworking

/// One run of one command: what it touches, the engine it is about, and how it answers.
struct Session: Sendable {
  var context: Context
  var target: EngineTarget
  var output: OutputStyle
  /// Oldest prices that are acceptable (`--max-age`).
  var maxAge: Duration?
  var invocation: Invocation
  /// For commands about the configuration itself.
  var settings: EffectiveSettings
  var configuration: LoadedConfiguration
  var store: ConfigurationStore
  /// Which of the flags that chose the engine a command needs that begins with these words.
  var carried: @Sendable ([String]) -> CarriedFlags

  /// Command lines that meet the engine of this run.
  var commands: CommandLines { CommandLines(target.flags, carried: carried) }
  var renderer: ReportRenderer {
    ReportRenderer(
      format: output.format, fields: output.fields, width: output.width, palette: output.palette, zone: output.zone,
      isTerminal: output.isTerminal, commands: commands)
  }

  /// The engine's name, if it has one here.
  var profile: String? { target.profile }

  /// The engine as it may be shown.
  var sourceURL: String { target.sourceURL }

  /// A moment as people read it, in the zone that was asked for.
  func clock(_ date: Date?) -> String { date.map { ClockText.text($0, output.zone) } ?? "–" }

  /// Seconds since a moment that was typed, in the zone that was asked for.
  func seconds(since moment: TypedSince) throws -> Decimal {
    guard let seconds = moment.since.seconds(before: context.now(), in: output.zone) else {
      throw moment.invalid(expected: "a moment that has passed")
    }
    return seconds
  }

  /// Tells something beside the result, on standard error; as an object where errors are objects.
  func note(_ text: String) {
    let text = sanitized(text)
    let isJSON = output.format.isJSON
    try? context.errors.write((isJSON ? JSONText.compact(["note": .string(text)]) : "hean: \(text)") + "\n")
  }

  /// Opens the way to the engine for as long as the body runs.
  func withEngine<Value: Sendable>(
    _ body: @Sendable (EngineReader) async throws -> Value
  ) async throws -> Value { try await target.withEngine(in: context, body) }

  /// The same for verbs that change the engine.
  func withControl<Value: Sendable>(
    readDeadline: Duration? = nil, keyDeadline: Duration? = nil, _ body: @Sendable (EngineClient) async throws -> Value
  ) async throws -> Value {
    try await target.withControl(in: context, readDeadline: readDeadline, keyDeadline: keyDeadline, body)
  }

  /// The same for a stream beside reads.
  func withFeed<Value: Sendable>(
    _ topics: [Topic], _ options: StreamOptions,
    _ body: @Sendable (EngineClient, EventStream) async throws -> Value
  ) async throws -> Value { try await target.withFeed(in: context, topics, options, body) }

  /// - Throws: exit 4 when `--max-age` was given and the prices behind an answer are older, or of unknown age.
  func checkAge(_ age: Decimal?) throws {
    guard let maxAge else { return }
    guard let age, age <= maxAge.decimalSeconds else { throw Failure(age: age, olderThan: maxAge) }
  }
}
