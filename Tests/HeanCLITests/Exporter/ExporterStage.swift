import Foundation
import HeanCore
import HeanTestSupport

@testable import HeanConsole
@testable import HeanPractice

/// An exporter in this process, for the engine at an address and for the profiles of a home.
struct ExporterStage {
  let clock = TestClock(Console.now)
  let home = Console.freshHome()
  let tally = ExporterTally()
  let targets: ExporterTargets
  let service: ExporterService

  /// - Parameter profiles: addresses by the names of profiles.
  init(_ url: String, profiles: [String: String] = [:], environment: [String: String] = [:]) throws {
    var console = Console(home: home, environment: environment)
    console.sharedClock = clock
    if !profiles.isEmpty {
      let folder = home + "/.config/hean"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let rows = profiles.map { #""\#($0)":{"url":"\#($1)"}"# }.joined(separator: ",")
      try #"{"profiles":{\#(rows)}}"#.write(toFile: folder + "/config.json", atomically: true, encoding: .utf8)
    }
    let line = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all).parse(
      ["exporter", "--url", url])
    let session = try Session(
      context: console.context(Recorder(), Recorder()), line: line, command: ExporterCommand.self,
      carried: { CommandTable.carriedFlags($0) })
    targets = ExporterTargets(session, interval: .seconds(5), tally: tally)
    service = ExporterService(
      targets: targets, tally: tally, elapsed: session.context.elapsed, realTime: session.context.realTime,
      isLoopback: true)
  }

  /// The whole answer to a request. A scrape holds up its thread, so it gets one of its own.
  func reply(
    _ path: String, query: [String: String] = [:], headers: [String: String] = [:], method: String = "GET"
  ) async -> HTTPReply {
    var headers = headers
    headers["host"] = headers["host"] ?? "127.0.0.1:9464"
    let request = HTTPRequestParser.Request(
      method: method, path: path, query: query, headers: headers, body: Data(), keepsAlive: true)
    let service = service
    return await withCheckedContinuation { continuation in
      _ = DetachedThread.run { continuation.resume(returning: service.reply(to: request)) }
    }
  }

  func text(_ path: String, query: [String: String] = [:], headers: [String: String] = [:]) async -> String {
    String(decoding: await reply(path, query: query, headers: headers).body, as: UTF8.self)
  }

  /// The samples of a text by their names and labels.
  static func samples(_ text: String) -> [String: String] {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      lines.compactMap { line in
        line.lastIndex(of: " ").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
      }, uniquingKeysWith: { first, _ in first })
  }
}
