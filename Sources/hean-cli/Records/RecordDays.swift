import HeanCore

/// Looks over what is recorded of one engine, without reading the bodies of lines.
struct RecordDays: Sendable {
  let folder: RecordFolder
  let environment: [String: String]

  /// The days, oldest first.
  /// - Parameter first: number of the first one; `nil` for all.
  func list(from first: Int? = nil) async -> [RecordedDay] {
    var days: [Int: RecordedDay] = [:]
    for file in folder.files() where first.map({ file.name.day >= $0 }) ?? true {
      var day = days[file.name.day] ?? RecordedDay(day: file.name.date, isPacked: true)
      day.isPacked = day.isPacked && file.name.isCompressed
      if file.name.isMarket {
        day.marketBytes = file.size
      } else {
        day.rowBytes = file.size
        if let found = await count(file.name) { (day.counts, day.gaps) = found }
      }
      days[file.name.day] = day
    }
    return days.sorted { $0.key < $1.key }.map(\.value)
  }

  private func count(_ name: RecordFolder.Name) async -> (RecordCounts, [RecordGap])? {
    var (counts, gaps) = (RecordCounts(), [RecordGap]())
    let isRead = await RecordLines(path: folder.path(name), isPacked: name.isCompressed, environment: environment).each
    {
      line in
      guard let kind = RecordLine.kind(of: line) else {
        counts.unreadable += 1
        return
      }
      counts[kind] += 1
      if kind == .gap, let gap = RecordLine(Data(line)).flatMap(RecordGap.init) { gaps.append(gap) }
    }
    return isRead ? (counts, gaps) : nil
  }
}
