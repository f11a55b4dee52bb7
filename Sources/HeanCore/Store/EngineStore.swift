/// The engine's current picture, for as many as want to see it: snapshots and events go in, pictures come out.
///
/// It reads nothing by itself: a picture says in `wanted` what is to be read, and whoever owns the store hands it in.
public actor EngineStore {
  public private(set) var picture = EnginePicture()
  private var viewers: [Int: AsyncStream<EnginePicture>.Continuation] = [:]
  private var nextViewer = 0
  private var isFinished = false

  public init() {}

  /// The picture as it is, then each time it has moved. Whoever is slow sees the latest, and none twice.
  public func pictures() -> AsyncStream<EnginePicture> {
    let (stream, viewer) = AsyncStream<EnginePicture>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = nextViewer
    nextViewer += 1
    viewers[number] = viewer
    viewer.onTermination = { _ in Task { await self.leave(number) } }
    viewer.yield(picture)
    if isFinished { viewer.finish() }
    return stream
  }

  private func leave(_ number: Int) { viewers[number] = nil }

  /// What came in one piece makes one picture.
  public func fold(_ records: [StreamRecord]) {
    guard !records.isEmpty else { return }
    change { picture in for record in records { picture.fold(record) } }
  }

  /// Hands in what was read.
  public func take(_ reading: @Sendable (inout EnginePicture) -> Void) { change(reading) }

  /// What is to be read; asked for once.
  public func takeWanted() -> Set<PicturePart> { picture.takeWanted() }

  /// No picture follows.
  public func finish() {
    isFinished = true
    for viewer in viewers.values { viewer.finish() }
    viewers = [:]
  }

  private func change(_ body: (inout EnginePicture) -> Void) {
    body(&picture)
    for viewer in viewers.values { viewer.yield(picture) }
  }
}
