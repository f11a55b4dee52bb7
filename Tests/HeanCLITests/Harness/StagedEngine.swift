import Foundation
import Synchronization

@testable import HeanPractice

/// The practice engine behind a server that can fail on request, and that counts what it was sent. Its clock is the
/// console's: it moves only while somebody waits.
final class StagedEngine: Sendable {
  /// What happens to a call that changes something, instead of its being carried out.
  enum Fault: Sendable, Equatable {
    case none, cutBeforeReply
    case status(Int)
  }

  private let engine: Mutex<PracticeEngine>
  private let quirks: Set<PracticeQuirk>
  private let clock: TestClock
  private let fault = Mutex(Fault.none)
  private let hanging = Mutex(Duration.zero)
  private let listener = Mutex<LoopbackServer?>(nil)
  /// Whether answers carry the mark of the practice engine; without it a console has to take it for a real one.
  private let isMarked: Bool

  /// - Parameter quirks: what begins with `prepare()`; the first half hour of the world has none.
  convenience init(
    _ scenario: PracticeScenario = .calm, quirks: Set<PracticeQuirk> = [], clock: TestClock, isMarked: Bool = true
  ) throws {
    try self.init(Self.engine(scenario, clock.now), quirks: quirks, clock: clock, isMarked: isMarked)
  }

  /// An engine with a past of its own.
  init(
    _ engine: PracticeEngine, quirks: Set<PracticeQuirk> = [], clock: TestClock, isMarked: Bool = true
  ) throws {
    self.engine = Mutex(engine)
    self.quirks = quirks
    self.clock = clock
    self.isMarked = isMarked
    let server = try LoopbackServer(answering: { [weak self] request in self?.answer(request) })
    listener.withLock { $0 = server }
  }

  var server: LoopbackServer? { listener.withLock { $0 } }
  var url: String { server?.url ?? "" }
  /// Calls that change something, as they came.
  var commands: [LoopbackServer.Request] { server?.commands ?? [] }

  func fail(with fault: Fault) { self.fault.withLock { $0 = fault } }

  /// What the console waits for an answer that never comes: the connection is cut then.
  func cutsHanging(after time: Duration) { hanging.withLock { $0 = time } }

  func stop() { server?.stop() }

  /// Sets the stage with calls that have no quirk, then lets the quirks begin.
  func prepare(_ body: (StagedEngine) -> Void = { _ in }) {
    body(self)
    guard !quirks.isEmpty else { return }
    set(quirks)
  }

  /// How it misleads from now on.
  func set(_ quirks: Set<PracticeQuirk>) { engine.withLock { $0 = $0.withQuirks(quirks) } }

  /// A world takes a while to warm up, and is a value: each scenario does it once.
  private static func engine(_ scenario: PracticeScenario, _ now: Date) -> PracticeEngine {
    warm.withLock { worlds in
      if let world = worlds[scenario] { return world }
      let world = PracticeEngine(configuration: PracticeConfiguration(scenario: scenario, quirks: []), now: now)
      worlds[scenario] = world
      return world
    }
  }

  private static let warm = Mutex<[PracticeScenario: PracticeEngine]>([:])

  /// A call made behind the console's back, to set the stage.
  @discardableResult
  func call(_ path: String, _ body: String = "{}") -> String {
    let answer = engine.withLock {
      $0.respond(to: PracticeRequest(method: "POST", path: path, body: Data(body.utf8)), now: clock.now)
    }
    return String(decoding: answer.body, as: UTF8.self)
  }

  func read(_ path: String) -> String {
    let answer = engine.withLock { $0.respond(to: PracticeRequest(method: "GET", path: path), now: clock.now) }
    return String(decoding: answer.body, as: UTF8.self)
  }

  /// What is true, whatever the engine answers.
  var world: World { engine.withLock { $0.world } }

  /// The answer of this engine, for a server that stands before it.
  func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer? {
    if request.method != "GET" {
      switch fault.withLock({ $0 }) {
      case .none: break
      case .cutBeforeReply: return nil
      case .status(429): return .init(status: 429, body: #"{"error":"Rate limit exceeded: 5 per 1 minute"}"#)
      case .status(401): return .init(status: 401, body: #"{"detail":"Invalid API key"}"#)
      case .status(502): return .init(status: 502, headers: [:], body: "<html>Bad Gateway</html>")
      case .status(let status): return .init(status: status, body: #"{"detail":"Forbidden"}"#)
      }
    }
    let parts = URLComponents(string: request.target)
    let query = Dictionary(
      (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
    let response = engine.withLock {
      $0.respond(
        to: PracticeRequest(
          method: request.method, path: parts?.path ?? request.target, query: query, body: Data(request.body.utf8)),
        now: clock.now)
    }
    switch response.delivery {
    case .whole: break
    case .late(let wait): clock.passBlocking(wait)
    case .never:
      clock.passBlocking(hanging.withLock { $0 })
      return nil
    case .cut: return nil
    }
    var headers = response.headers
    if !isMarked { headers["X-Hean-Practice"] = nil }
    return .init(
      status: response.status, headers: headers, body: String(decoding: response.body, as: UTF8.self))
  }
}
