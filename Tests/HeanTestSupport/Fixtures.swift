package import Foundation

/// The files that tests of several targets read.
package enum Fixtures {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")
  /// Exchanges with a real engine.
  package static let recordings = root.appending(path: "recordings")
}
