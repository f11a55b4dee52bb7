import HeanCore

/// What a recorder writes on standard output: a record when something changes, and each minute. On a screen it writes none:
/// there, notes tell what changes.
struct RecorderOutput {
  let session: Session
  private var last: RecorderStatus?
  private var writtenAt: Duration?

  private static let pace = Duration.seconds(60)

  init(session: Session) { self.session = session }

  mutating func show(_ status: RecorderStatus) throws {
    guard session.output.format != .table else { return }
    let now = session.context.elapsed()
    let isDue = writtenAt.map { now - $0 >= Self.pace } ?? true
    let isChange = last.map { ($0.state, $0.gaps, $0.problem) != (status.state, status.gaps, status.problem) } ?? true
    guard isDue || isChange else { return }
    var report = session.localReport("record")
    report.holdsAmounts = false
    report.payload = .list(RecordFields.status, [status])
    var renderer = session.renderer
    renderer.isContinued = last != nil
    var text = ""
    try renderer.render(report) { text += $0 }
    try session.context.output.write(text)
    (last, writtenAt) = (status, now)
  }
}
