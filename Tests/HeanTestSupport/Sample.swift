import Foundation

/// How many of a property's cases a run plays.
///
/// A debug build takes some fifty times as long as another, so that the test command of the README plays a sample where
/// a case takes long. `HEAN_PROPERTIES=all` plays all cases, as `.ci/run` does; `HEAN_PROPERTIES=full` also makes as
/// many random ones as an optimised build does by itself.
package enum Sample {
  private static let wanted = ProcessInfo.processInfo.environment["HEAN_PROPERTIES"]

  /// Whether random cases are made in their full number.
  package static let isFull = wanted == "full" || !Build.isDebug
  /// Whether every case is played. It is where screens are recorded, so that none is left out.
  package static let isWhole =
    isFull || wanted == "all" || ProcessInfo.processInfo.environment["RECORD_SCREENS"] != nil

  /// - Parameter few: how many of `all` make the sample.
  package static func count(_ all: Int, few: Int) -> Int { isWhole ? all : few }

  /// Every so many of the cases.
  /// - Parameter first: which of the first `step` is among them, so that the sample has those that matter most.
  package static func of<Cases: Collection>(_ cases: Cases, every step: Int, from first: Int = 0) -> [Cases.Element] {
    isWhole ? Array(cases) : cases.enumerated().filter { $0.offset % step == first }.map(\.element)
  }
}
