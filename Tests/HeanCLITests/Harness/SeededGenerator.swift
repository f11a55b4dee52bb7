@testable import HeanPractice

/// Numbers that look random and are the same in every run: those of the practice engine.
struct SeededGenerator: RandomNumberGenerator {
  private var numbers: SeededRandom

  init(seed: UInt64) { numbers = SeededRandom(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }
}
