import Foundation
import HeanPractice

/// The practice engine for commands that run once. It runs in this process on a loopback port; its state is saved in a
/// file between runs.
struct PracticeWorld {
  var configuration: PracticeConfiguration
  private let folder: String
  private let now: @Sendable () -> Date

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
  func withServer<Value: Sendable>(_ body: (URL) async throws -> Value) async throws -> Value {
    let server = PracticeServer(engine: engine(), now: now)
    let port = try await server.start(port: 0)
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw Failure(.bug, "no URL for port \(port)") }
    do {
      let value = try await body(url)
      try await save(server)
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  func engine() -> PracticeEngine {
    // A damaged file, or one from another version, must not stop a practice run; a new world is made instead.
    if let data = try? FileContents.read(file, limit: PracticeEngine.maximumSavedBytes).data,
      let engine = try? PracticeEngine(restoring: data), engine.configuration == configuration
    {
      return engine
    }
    return PracticeEngine(configuration: configuration, now: now())
  }

  private func save(_ server: PracticeServer) async throws {
    try PrivateDirectory.make(folder)
    try AtomicFile.write(try await server.engineState(), to: file, permissions: .ownerOnly)
  }
}
