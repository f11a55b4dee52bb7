/// One command that runs inside the console: its answers come from here, and here it is given up.
final class LiveRunHandle: Sendable {
  /// Whether it changes the engine. Such a run is never given up: what was sent would not be looked after.
  let isVerb: Bool
  let isPanic: Bool
  /// The command in words.
  let title: String
  private let answers: AsyncStream<String?>
  private let answering: AsyncStream<String?>.Continuation
  private let dismissals: AsyncStream<Void>
  private let dismissing: AsyncStream<Void>.Continuation

  init(_ title: String, isVerb: Bool, isPanic: Bool = false) {
    self.title = title
    self.isVerb = isVerb
    self.isPanic = isPanic
    (answers, answering) = AsyncStream.makeStream()
    (dismissals, dismissing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The answer to the question that was asked; `nil` calls it off.
  func answer() async -> String? {
    for await answer in answers { return answer }
    return nil
  }

  func reply(_ text: String?) { answering.yield(text) }

  /// Whatever it asks from now on is called off.
  func refuse() {
    answering.yield(nil)
    answering.finish()
  }

  /// Nobody wants its output any more.
  func dismiss() {
    refuse()
    if !isVerb { dismissing.yield() }
  }

  /// Runs the body, and cancels it when it is dismissed.
  func whileWanted(_ body: @escaping @Sendable () async -> Void) async {
    let dismissals = dismissals
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await body() }
      group.addTask { for await _ in dismissals { return } }
      await group.next()
      group.cancelAll()
    }
  }
}
