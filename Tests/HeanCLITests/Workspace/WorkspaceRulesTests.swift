import Foundation
import Testing

@testable import HeanConsole

/// The folder shows what views draw and runs what commands do. It decides nothing about an engine.
@Suite struct WorkspaceRulesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/hean-cli/Workspace").standardizedFileURL

  private static var sources: [(name: String, text: String)] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "swift" }
        .map { (name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8)) }
    }
  }

  /// What makes verdicts, steps, operations and calls.
  private static let foreign = [
    "Diagnosis(", "Judgement(", "StepJudge", "StepCost", "MoneyVerdict(", "EngineOperation", "OperationExecutor",
    "OperationPlan", "ControlRequest", "JSONValue", "Endpoint<", ".post", "URLSession", "HTTPTransport",
  ]

  @Test func itHoldsNoJudgementAndNoCall() throws {
    let sources = try Self.sources
    #expect(sources.count > 15)
    for (name, text) in sources { for word in Self.foreign { #expect(!text.contains(word), "\(name): \(word)") } }
  }

  @Test func itImportsTheCoreAlone() throws {
    let imports = try Self.sources.flatMap { file in
      file.text.split(separator: "\n").filter { $0.hasPrefix("import ") || $0.hasPrefix("@testable import") }.map(
        String.init)
    }
    #expect(Set(imports).isSubset(of: ["import HeanCore", "import Synchronization"]))
  }
}
