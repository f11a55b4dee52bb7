import Foundation
import HeanTestSupport
import Testing

/// Whole texts kept under `Fixtures/screens`. `RECORD_SCREENS=1` writes them anew and fails, so nobody records in CI.
enum Expected {
  static func compare(_ actual: String, with name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = Fixtures.root.appending(path: "screens/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] != nil {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try actual.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name); run again without RECORD_SCREENS", sourceLocation: sourceLocation)
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(actual == expected, "differs from Fixtures/screens/\(name)", sourceLocation: sourceLocation)
  }
}
