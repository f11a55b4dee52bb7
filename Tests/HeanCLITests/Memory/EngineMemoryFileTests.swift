import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What is remembered of an engine, in its file.
struct EngineMemoryFileTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/engines/e.json" }
  private static let moment = Date(timeIntervalSince1970: 1_795_000_000)

  init() throws { directory = try TemporaryDirectory() }

  private func memory() -> EngineMemoryFile { EngineMemoryFile(path: path, clock: { Self.moment }) }

  private static func stop(_ seconds: TimeInterval) -> StopMoment {
    StopMoment(.latch, at: moment - seconds, source: "a")
  }

  private func put(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/engines", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test(arguments: [false, true]) func `what one console notes, another one recalls`(isUrgent: Bool) async throws {
    let (one, other) = (memory(), memory())
    await one.update(isUrgent: isUrgent) { $0.add(Self.stop(100)) }
    await other.update(isUrgent: isUrgent) { $0.add(Self.stop(50)) }
    #expect(await one.recalled().stops == [Self.stop(100), Self.stop(50)])
    #expect(one.problem == nil && other.problem == nil)
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
  }

  @Test func `many consoles at once lose no stop`() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        let console = memory()
        group.addTask { await console.update(isUrgent: false) { $0.add(Self.stop(Double(100 + 10 * number))) } }
      }
    }
    #expect(await memory().recalled().stops.count == 12)
  }

  @Test(arguments: ["{broken", "[]", #"{"schema":"hean.remembered/2","stops":[]}"#, "\u{0}\u{0}"])
  func `a file that cannot be read is told and left as it is`(text: String) async throws {
    try put(text)
    let memory = memory()
    #expect(await memory.recalled() == RememberedEngine())
    #expect(memory.problem?.contains("damaged or of another version; move it away") == true)
    await memory.update(isUrgent: true) { $0.add(Self.stop(1)) }
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
  }

  @Test func `an empty file is a new one`() async throws {
    try put("")
    let memory = memory()
    await memory.update(isUrgent: false) { $0.add(Self.stop(1)) }
    #expect(await memory.recalled().stops == [Self.stop(1)] && memory.problem == nil)
  }

  @Test func `nothing is read or replaced through a link`() async throws {
    try put("")
    let other = directory.path + "/other"
    try Data("precious".utf8).write(to: URL(filePath: other))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    let memory = memory()
    await memory.update(isUrgent: true) { $0.add(Self.stop(1)) }
    #expect(memory.problem?.contains("is a symbolic link") == true)
    #expect(await memory.recalled() == RememberedEngine())
    #expect(try String(contentsOf: URL(filePath: other), encoding: .utf8) == "precious")
  }

  @Test func `a pipe is not waited for`() async throws {
    try put("")
    try FileManager.default.removeItem(atPath: path)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let memory = memory()
    #expect(await memory.recalled() == RememberedEngine())
    #expect(memory.problem?.contains("is a pipe") == true)
  }
}
