@testable import hean

extension Guidance {
  /// As a run shows it that was given no flags.
  var text: String { CommandLines().text(self) }
}
