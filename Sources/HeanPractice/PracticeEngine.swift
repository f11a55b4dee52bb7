public import Foundation
public enum PracticeScenario: String, CaseIterable, Sendable, Codable { case calm, trend, crash, staleFeed = "stale-feed", allRejected = "all-rejected", killswitch, stopped
  public var summary: String { rawValue } }
public struct PracticeConfiguration: Sendable, Codable, Equatable { public var seed: UInt64; public var scenario: PracticeScenario; public var speed: Double
 public init(seed: UInt64, scenario: PracticeScenario, speed: Double) { self.seed = seed; self.scenario = scenario; self.speed = speed } }
public struct PracticeEngine: Sendable { public var configuration: PracticeConfiguration
 public init(configuration: PracticeConfiguration, now: Date) { self.configuration = configuration }
 public init(restoring: Data) throws { configuration = try JSONDecoder().decode(PracticeConfiguration.self, from: restoring) } 
 public func saved() throws -> Data { try JSONEncoder().encode(configuration) } }
public actor PracticeServer { let e: PracticeEngine
 public init(engine: PracticeEngine, now: @escaping @Sendable () -> Date) { e = engine }
 public func start(port: UInt16) async throws -> UInt16 { 1 }
 public func stop() async {}
 public func engineState() throws -> Data { try e.saved() } }
