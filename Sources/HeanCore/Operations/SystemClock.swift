extension OperationClock {
  /// The clocks of this machine.
  public static var system: OperationClock {
    let start = ContinuousClock.now
    return OperationClock(
      now: { Date() }, elapsed: { ContinuousClock.now - start }, sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0..<1) })
  }
}
