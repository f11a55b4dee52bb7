import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What one gate says of one staged engine, word for word.
struct GateCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var told: [Told]
  var scope: DiagnosisScope
  var state: Gate.State
  var finding: String
  /// `source: words` of each, in order.
  var evidence: [String]
  var step: NextStep?
  var age: Decimal?
  /// Seconds before now.
  var since: TimeInterval?

  init(
    _ name: String, _ told: [Told], of scope: DiagnosisScope = DiagnosisScope(), _ state: Gate.State,
    _ finding: String, _ evidence: [String] = [], step: NextStep? = nil, age: Decimal? = nil, since: TimeInterval? = nil
  ) {
    testDescription = name
    self.told = told
    self.scope = scope
    self.state = state
    self.finding = finding
    self.evidence = evidence
    self.step = step
    self.age = age
    self.since = since
  }

  /// An engine in good health.
  init(
    _ name: String, of scope: DiagnosisScope = DiagnosisScope(), _ state: Gate.State, _ finding: String,
    _ evidence: [String] = [], step: NextStep? = nil, age: Decimal? = nil
  ) {
    self.init(name, [], of: scope, state, finding, evidence, step: step, age: age)
  }

  func check(_ id: Gate.ID, at place: SourceLocation = #_sourceLocation) throws {
    let diagnosis = Diagnosis(try .staged(told), scope: scope, now: Seen.now)
    let gate = try #require(diagnosis.gates.first { $0.id == id })
    #expect(gate.state == state, sourceLocation: place)
    #expect(gate.finding == finding, sourceLocation: place)
    #expect(gate.evidence.map { "\($0.source): \($0.message)" } == evidence, sourceLocation: place)
    #expect(gate.nextStep == step, sourceLocation: place)
    #expect(gate.age == age, sourceLocation: place)
    #expect(gate.since == since.map { Seen.now - $0 }, sourceLocation: place)
  }

  /// Gates of which a stopped engine, or one that does not say whether it runs, tells nothing.
  static func stopped(_ finding: String) -> GateCase {
    GateCase("a stopped engine", [.stopped], .unknown, finding, ["/engine/status: running false"])
  }

  static let notTold = GateCase(
    "an engine that does not say whether it runs", [.omits(.engineStatus)], .unknown,
    "the engine does not say whether it runs, and a stopped one says that all is well",
    ["/engine/status: running not told"], step: .query(.health))

  static func failed<Body: EngineBody>(_ endpoint: Endpoint<Body>, _ source: String) -> [GateCase] {
    [
      GateCase(
        "no answer", [.fails(endpoint)], .unknown, "no answer from \(source)", ["\(source): unreachable"],
        step: .query(.health)),
      GateCase(
        "nobody asked", [.omits(endpoint)], .unknown, "no answer from \(source)", ["\(source): not asked"],
        step: .query(.health)),
      GateCase(
        "asked too often", [.fails(endpoint, .limited)], .unknown,
        "the engine limits how often it is asked for \(source)", ["\(source): slow down"],
        step: "wait up to a minute, then: \(.query(.why))"),
    ]
  }
}
