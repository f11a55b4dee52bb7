import Foundation
import HeanCore
import HeanTestSupport

@testable import HeanConsole
@testable import HeanPractice

/// Several engines behind real sockets, and a home whose configuration has a profile for each.
final class FleetStage: Sendable {
  let home = Console.freshHome()
  let engines: [StagedEngine]
  /// Takes connections and never answers.
  let hanging: LoopbackListener?
  private let clock = TestClock(Console.now)

  /// - Parameters:
  ///   - scenarios: of engines a, b, c and so on, which are in the group `live`.
  ///   - dead: how many profiles name a port on which nobody listens: `dead0`, `dead1`.
  ///   - hangs: whether there is a profile `hangs`.
  ///   - keys: members of a profile, as JSON, by its name.
  ///   - more: further profiles, as JSON.
  init(
    _ scenarios: [PracticeScenario], dead: Int = 0, hangs: Bool = false, quirks: Set<PracticeQuirk> = [],
    keys: [String: String] = [:], more: (FleetStage.Addresses) -> [String: String] = { _ in [:] }
  ) throws {
    let clock = clock
    engines = try scenarios.map { try StagedEngine($0, quirks: quirks, clock: clock) }
    for engine in engines { engine.prepare() }
    hanging = hangs ? try LoopbackListener() : nil
    hanging?.start { RawSocket.waitForEnd(of: $0) }
    var profiles: [String: String] = [:]
    for (place, engine) in engines.enumerated() {
      let name = Self.name(place)
      let own = keys[name].map { ",\($0)" } ?? ""
      profiles[name] = #"{"url":"\#(engine.url)","group":"live"\#(own)}"#
    }
    for number in 0..<dead {
      // A port that was free a moment ago, and on which nobody listens.
      let free = try LoopbackListener()
      free.start { _ in }
      free.stop()
      profiles["dead\(number)"] = #"{"url":"http://127.0.0.1:\#(free.port)"}"#
    }
    if let hanging { profiles["hangs"] = #"{"url":"http://127.0.0.1:\#(hanging.port)"}"# }
    profiles.merge(more(Addresses(urls: engines.map(\.url)))) { _, new in new }
    let folder = home + "/.config/hean"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let rows = profiles.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    try #"{"profiles":{\#(rows)}}"#.write(toFile: folder + "/config.json", atomically: true, encoding: .utf8)
  }

  struct Addresses { var urls: [String] }

  static func name(_ place: Int) -> String { String(UnicodeScalar(UInt8(ascii: "a") + UInt8(place))) }

  func console(columns: Int? = nil, environment: [String: String] = [:]) -> Console {
    var console = Console(columns: columns, home: home, environment: environment)
    console.sharedClock = clock
    return console
  }

  /// For what is about time limits.
  func timely() -> Console {
    var console = Console(home: home)
    console.isClockReal = true
    return console
  }

  func stop() {
    for engine in engines { engine.stop() }
    hanging?.stop()
  }
}

extension Consequences {
  var json: JSONValue? { try? JSONValue(reading: Data(output.utf8)) }
  /// The engines of a document about several.
  var engines: [JSONValue] { if case .array(let rows)? = json?["engines"] { rows } else { [] } }
  /// The rows of a document.
  var rows: [JSONValue] { if case .array(let rows)? = json?["data"] { rows } else { [] } }
}
