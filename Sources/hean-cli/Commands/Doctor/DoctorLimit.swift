import HeanCore

extension Session {
  /// Makes a check no longer than its limit, and tells on standard error what is waited for meanwhile.
  /// - Returns: what it came to, or what it threw; `nil` when the limit passed first.
  func check<Value: Sendable>(
    _ check: DoctorCheck, within limit: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, any Error>? {
    let context = context
    let made: @Sendable () async -> Result<Value, any Error>? = {
      await Deadline.value(within: limit, sleep: context.beat) {
        do { return .success(try await body()) } catch { return .failure(error) }
      }
    }
    guard let waits = context.waits else { return await made() }
    return await waits.during("the check of \(check.rawValue)", within: limit, made)
  }
}
