import HeanCore

/// How simulated seconds and the wall clock go together. Times in answers are times of the wall clock; with a speed of N,
/// N simulated seconds pass in one of its seconds.
extension World {
  func date(_ second: Int) -> Date {
    Date(timeIntervalSince1970: anchor + Double(second) / configuration.speed)
  }

  /// The minute of the engine's clock, since 1970, at a simulated second.
  var minute: (Int) -> Int {
    let (anchor, speed) = (anchor, configuration.speed)
    return { second in Int(clamping: ((anchor + Double(second) / speed) / 60).rounded(.down)) }
  }

  /// Advances the world to the given time, by at most ten simulated minutes at once. After a longer gap between calls,
  /// the anchor is moved, as if the world had stood still, so that ages stay right.
  mutating func advance(to now: Date) {
    let ahead = ((now.timeIntervalSince1970 - anchor) * configuration.speed).rounded(.down) - Double(second)
    let gap = Double(Self.longestGap)
    // If the clock was set back by more than ten minutes, the world would stand still for that long.
    guard ahead <= gap, ahead >= -gap else {
      let steps = ahead > gap ? Self.longestGap : 0
      anchor = now.timeIntervalSince1970 - Double(second + steps) / configuration.speed
      for _ in 0..<steps { step() }
      return
    }
    for _ in 0..<max(0, Int(ahead)) { step() }
  }

  private static let longestGap = 600

  /// The simulated second after which everything happened within this many seconds of wall time. A window of a counter
  /// ends there, so that it counts what the times in lists say.
  func start(ofLast seconds: Double) -> Int {
    second - Int(clamping: (seconds * configuration.speed).rounded(.up))
  }

  /// How many seconds of wall time simulated seconds take.
  func wallSeconds(_ simulated: Int) -> Double { Double(simulated) / configuration.speed }
}
