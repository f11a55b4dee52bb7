import Foundation
import Testing

@testable import HeanConsole

/// The variables of this process.
struct ProcessEnvironmentTests {
  @Test func `they are those that Foundation finds`() {
    let variables = ProcessEnvironment.variables
    #expect(!variables.isEmpty && variables == ProcessInfo.processInfo.environment)
  }
}
