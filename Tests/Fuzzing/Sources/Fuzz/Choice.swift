import Foundation

@testable import Properties

extension FuzzTarget {
  /// The one that `HEAN_FUZZ` names.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["HEAN_FUZZ"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      FileHandle.standardError.write(Data("HEAN_FUZZ is '\(name)', not one of \(known)\n".utf8))
      exit(64)
    }
    return target
  }()
}
