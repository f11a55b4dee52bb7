/// Holds the current picture of an engine for any number of viewers: answers and events go in, pictures come out.
///
/// It reads nothing by itself. `EnginePicture.partsToRead` says what has to be read; the owner of the store reads it
/// and passes it to `take`.
public actor EngineStore {
  /// The picture after the last answer or event.
  public private(set) var picture = EnginePicture()
  private var viewers: [Int: AsyncStream<EnginePicture>.Continuation] = [:]
  private var nextViewer = 0
  private var isFinished = false

  /// A store with an empty picture.
  public init() {}

  /// The current picture, then one after each change. A slow viewer skips to the latest; no picture comes twice.
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

  /// Applies records of the event stream. Viewers get one picture for all records of a call.
  public func fold(_ records: [StreamRecord]) {
    guard !records.isEmpty else { return }
    change { picture in for record in records { picture.fold(record) } }
  }

  /// Puts an answer into the picture: `reading` calls one of the `take` functions of the picture, or `fail`.
  public func take(_ reading: @Sendable (inout EnginePicture) -> Void) { change(reading) }

  /// Parts that have to be read again. Each is returned once, so the caller has to read it.
  public func takePartsToRead() -> Set<PicturePart> { picture.takePartsToRead() }

  /// Ends all sequences of pictures. One that is asked for later gets the last picture and ends, too.
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
