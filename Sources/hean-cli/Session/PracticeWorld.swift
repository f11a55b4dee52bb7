import HeanCore
import HeanPractice

/// The practice engine for commands that run once. It runs in this process on a loopback port; its state is saved in a
/// file between runs.
struct PracticeWorld {
  var configuration: PracticeConfiguration
  private let folder: String
  private let now: @Sendable () -> Date

  /// How long to wait while another process changes the world: a verb looks for its effect for seconds.
  private static let patience = Duration.seconds(30)

  init(_ configuration: PracticeConfiguration, in context: Context) throws {
    self.configuration = configuration
    now = context.now
    folder = try UserDirectories(environment: context.environment).state() + "/practice"
  }

  var file: String { folder + "/" + Self.name(configuration) }

  static func name(_ configuration: PracticeConfiguration) -> String {
    let quirks = configuration.quirks.map(\.rawValue).sorted().joined(separator: "+")
    let suffix = configuration.quirks == PracticeQuirk.stock ? "" : "-quirks-\(quirks)"
    return "\(configuration.scenario.rawValue)-seed\(configuration.seed)-speed\(configuration.speed)\(suffix).json"
  }

  /// Serves the saved world, or a new one, and saves its state at the end.
  /// - Parameter isChange: whether the body changes the world. Then no other process changes it meanwhile. What only looks
  ///   at it waits for nobody; the time that passed in its copy is kept unless the world was changed meanwhile.
  func withServer<Value: Sendable>(isChange: Bool, _ body: (URL) async throws -> Value) async throws -> Value {
    try await served(isChange: isChange) { _, port in try await body(Self.url(port)) }
  }

  /// The same for the exchange beside that engine, which only tells of the world.
  func withExchange<Value: Sendable>(_ body: (URL) async throws -> Value) async throws -> Value {
    try await served(isChange: false) { server, _ in
      try await body(Self.url(try await server.startExchange(port: 0)))
    }
  }

  private static func url(_ port: UInt16) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw Failure(.bug, "no URL for port \(port)") }
    return url
  }

  private func served<Value: Sendable>(
    isChange: Bool, _ body: (PracticeServer, UInt16) async throws -> Value
  ) async throws -> Value {
    try PrivateDirectory.make(folder)
    let change =
      isChange ? try await ExclusiveChange.waited(for: file, deadline: Self.patience) : nil
    let saved = savedWorld()
    let server = PracticeServer(engine: engine(saved), now: now)
    let port = try await server.start(port: 0)
    do {
      let value = try await body(server, port)
      if let change {
        let state = try await server.engineState()
        try change.whileHeld { try save(state) }
      } else if let change = try ExclusiveChange.free(file) {
        let state = try await server.engineState()
        try change.whileHeld { if savedWorld() == saved { try save(state) } }
      }
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  private func savedWorld() -> Data? {
    try? FileContents.read(file, limit: PracticeEngine.maximumSavedBytes).data
  }

  private func engine(_ saved: Data?) -> PracticeEngine {
    // A damaged file, or one from another version, must not stop a practice run; a new world is made instead.
    if let saved, let engine = try? PracticeEngine(restoring: saved), engine.configuration == configuration {
      return engine
    }
    return PracticeEngine(configuration: configuration, now: now())
  }

  private func save(_ state: Data) throws { try AtomicFile.write(state, to: file, permissions: .ownerOnly) }

  /// Begins the world anew.
  func reset() async throws {
    try PrivateDirectory.make(folder)
    let change = try await ExclusiveChange.waited(for: file, deadline: Self.patience)
    let server = PracticeServer(engine: engine(nil), now: now)
    let state = try await server.engineState()
    try change.whileHeld { try save(state) }
  }
}
