import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// An engine is a value: any number of them can be reached by one process, each with its own address and deadline.
struct TargetTests {
  private func target(_ words: [String]) throws -> EngineTarget {
    let line = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all).parse(words)
    let settings = try EffectiveSettings.resolve(
      flags: SettingFlags(line), environment: [:], file: LoadedConfiguration(path: "", file: ConfigurationFile()))
    return EngineTarget(settings, flags: TargetFlags(line))
  }

  @Test func `several engines are read at once, and one that is not there costs its own answer only`() async throws {
    let running = try Recording.server("running")
    defer { running.stop() }
    let stopped = try Recording.server("stopped")
    defer { stopped.stop() }
    var targets: [EngineTarget] = []
    for url in [running.url, stopped.url, "http://127.0.0.1:1"] {
      targets.append(try target(["status", "--url", url]))
    }
    let context = Console().context(Recorder(), Recorder())
    let states = await withTaskGroup(of: (String, String?).self) { group in
      for target in targets {
        group.addTask {
          let state = try? await target.withEngine(in: context, memory: nil) { engine in
            await engine.answer(to: .engineStatus).value?.state.rawValue
          }
          return (target.sourceURL, state ?? nil)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(states == [running.url: "RUNNING", stopped.url: "STOPPED"])
  }

  @Test func `a practice world is a target like any other, with the quirks that were asked for`() async throws {
    let target = try target(["--practice", "--scenario", "crash", "--seed", "7", "status"])
    #expect(target.isPractice && target.sourceURL == "practice")
    #expect(target.flags.words == ["--practice", "--scenario", "crash", "--seed", "7"])
    guard case .practice(let choice) = target.address else { return }
    let configuration = try choice.configuration()
    #expect(configuration.scenario == .crash && configuration.seed == 7)
    let context = Console().context(Recorder(), Recorder())
    let isPractice = try await target.withEngine(in: context, memory: nil) { engine in
      await engine.answer(to: .engineStatus).reading?.isPractice
    }
    #expect(isPractice == true)
  }

  @Test func `a target knows how it was chosen, and by which name it goes`() throws {
    let url = try target(["status", "--url", "http://a:1/x", "--timeout", "3s", "--api-key-file", "/k"])
    #expect(url.flags.words == ["--url", "http://a:1/x", "--api-key-file", "/k"])
    #expect(url.profile == nil && url.deadline == .seconds(3))
    #expect(try target(["status"]).flags == TargetFlags())
  }
}
