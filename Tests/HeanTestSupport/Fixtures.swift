package import Foundation

/// The files that tests of several targets read.
package enum Fixtures {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")
  /// Requests to a real engine and its answers.
  package static let recordings = root.appending(path: "recordings")
}
