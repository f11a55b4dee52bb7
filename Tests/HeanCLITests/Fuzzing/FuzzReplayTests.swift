import Foundation
import HeanTestSupport
import Testing

/// What the fuzzer found, and what it keeps to reach every branch, once more.
@Suite struct FuzzReplayTests {
  @Test(arguments: FuzzTarget.allCases) func corpusHolds(_ target: FuzzTarget) throws {
    let folder = Fixtures.root.appending(path: "fuzz/\(target.rawValue)")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let input = try [UInt8](Data(contentsOf: file))
      #expect(throws: Never.self, "\(target.rawValue)/\(file.lastPathComponent)") { try target.check(input) }
    }
  }
}
