/// Holds the current picture of an engine: answers and events go in, and whoever shows it waits for changes.
///
/// It reads nothing by itself. `EnginePicture.partsToRead` says what has to be read; the owner of the store reads it
/// and passes it to `take`. `WatchedEngine` is such an owner.
public actor EngineStore {
  /// The picture after the last answer or event.
  public private(set) var picture = EnginePicture()
  private var waiting: [Int: (revision: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
  private var nextNumber = 0

  /// A store with an empty picture.
  public init() {}

  /// Waits until the picture has a later revision than this one, or the task is cancelled.
  ///
  /// There is no sequence of pictures: each that somebody holds would make the next event copy all lists.
  public func untilRevised(since revision: Int) async {
    guard picture.revision <= revision, !Task.isCancelled else { return }
    let number = nextNumber
    nextNumber += 1
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The task can have been cancelled before this was set.
        if Task.isCancelled { continuation.resume() } else { waiting[number] = (revision, continuation) }
      }
    } onCancel: {
      Task { await self.wake(number) }
    }
  }

  private func wake(_ number: Int) { waiting.removeValue(forKey: number)?.continuation.resume() }

  /// Applies records of the event stream. Whoever waits is woken once for all records of a call.
  public func fold(_ records: [StreamRecord]) {
    guard !records.isEmpty else { return }
    change { picture in for record in records { picture.fold(record) } }
  }

  /// Raises the revision although nothing has changed, so that whoever waits for a later one is woken.
  func revise() { change { $0.revise() } }

  /// Puts an answer into the picture: `reading` calls one of the `take` functions of the picture, or `fail`.
  public func take(_ reading: @Sendable (inout EnginePicture) -> Void) { change(reading) }

  /// Parts that have to be read again. Each is returned once, so the caller has to read it.
  public func takePartsToRead() -> Set<PicturePart> { picture.takePartsToRead() }

  private func change(_ body: (inout EnginePicture) -> Void) {
    body(&picture)
    guard !waiting.isEmpty else { return }
    for (number, waiter) in waiting where waiter.revision < picture.revision { wake(number) }
  }
}
