/// A `TZ` text as POSIX has it (IEEE Std 1003.1, 8.3; RFC 9636, 3.3): offsets, and when summer time begins and ends
/// each year. Times of a change may be negative, and up to a week long.
struct ZoneRule: Sendable, Hashable {
  /// Offset of standard time (seconds east of UTC).
  let standard: Int
  private let summer: Summer?

  private struct Summer: Hashable {
    var offset: Int
    var begin: Turn
    var end: Turn
  }

  init?(_ text: String) {
    var reader = Reader(text)
    guard reader.name(), let standard = reader.offset() else { return nil }
    self.standard = standard
    guard !reader.isAtEnd else {
      summer = nil
      return
    }
    guard reader.name() else { return nil }
    var offset = standard + 3600
    if !reader.isAtEnd, !reader.take(",", looking: true) {
      guard let told = reader.offset() else { return nil }
      offset = told
    }
    // Without a rule the C library takes that of the United States.
    guard !reader.isAtEnd else {
      summer = Summer(offset: offset, begin: Turn(.week(3, 2, 0)), end: Turn(.week(11, 1, 0)))
      return
    }
    guard reader.take(","), let begin = reader.turn(), reader.take(","), let end = reader.turn(), reader.isAtEnd else {
      return nil
    }
    summer = Summer(offset: offset, begin: begin, end: end)
  }

  /// Whether the offset is the same at all times.
  func isAlways(_ offset: Int) -> Bool { standard == offset && (summer.map { $0.offset == offset } ?? true) }

  /// Seconds east of UTC.
  /// - Parameter second: since 1970.
  func offset(at second: Int64) -> Int {
    guard let summer else { return standard }
    let year = CivilDay.parts(second.flooredDivision(by: 86_400)).year
    let begin = summer.begin.moment(year) - Int64(standard)
    let end = summer.end.moment(year) - Int64(summer.offset)
    // In the south summer time lasts over the new year.
    let isSummer = begin <= end ? second >= begin && second < end : second >= begin || second < end
    return isSummer ? summer.offset : standard
  }

  /// The changes after the first and before the second of these moments (seconds since 1970), in order.
  func changes(between from: Int64, _ to: Int64) -> [ZoneChange] {
    guard let summer, from < to else { return [] }
    let years =
      CivilDay.parts(from.flooredDivision(by: 86_400)).year...CivilDay.parts(to.flooredDivision(by: 86_400)).year
    let turns = years.flatMap { year in
      [summer.begin.moment(year) - Int64(standard), summer.end.moment(year) - Int64(summer.offset)]
    }
    return turns.filter { $0 > from && $0 < to }.sorted().compactMap { at in
      let offset = offset(at: at)
      return offset == self.offset(at: at - 1) ? nil : ZoneChange(at: at, offset: offset)
    }
  }

  /// When a change comes in each year.
  fileprivate struct Turn: Hashable {
    enum Day: Hashable {
      /// 1 to 365; 29 February is never counted.
      case julian(Int)
      /// 0 to 365; 29 February is counted.
      case ordinal(Int)
      /// Month, week (5 is the last) and weekday (0 is Sunday).
      case week(Int, Int, Int)
    }

    var day: Day
    /// Seconds after midnight.
    var time = 2 * 3600

    init(_ day: Day) { self.day = day }

    /// Seconds since 1970-01-01 00:00 by the clocks before the change.
    func moment(_ year: Int64) -> Int64 { date(year) * 86_400 + Int64(time) }

    private func date(_ year: Int64) -> Int64 {
      let newYear = CivilDay.number(year, 1, 1)
      switch day {
      case .ordinal(let day): return newYear + Int64(day)
      case .julian(let day):
        let isLeap = CivilDay.length(ofMonth: 2, year: year) == 29
        return newYear + Int64(day) - 1 + (isLeap && day > 59 ? 1 : 0)
      case .week(let month, let week, let weekday):
        let first = CivilDay.number(year, Int64(month), 1)
        // 1970-01-01 was a Thursday.
        let lead = (Int64(weekday) - (first + 4)) % 7
        var date = first + (lead + 7) % 7 + Int64(week - 1) * 7
        if date >= first + CivilDay.length(ofMonth: Int64(month), year: year) { date -= 7 }
        return date
      }
    }
  }

  /// Takes the parts from the front of a text.
  private struct Reader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ mark: Character, looking: Bool = false) -> Bool {
      guard let ascii = mark.asciiValue, rest.first == ascii else { return false }
      if !looking { rest.removeFirst() }
      return true
    }

    /// Three letters or more, or `<` and `>` with letters, digits and signs between them.
    mutating func name() -> Bool {
      let isQuoted = take("<")
      let name = rest.prefix { byte in
        isLetter(byte) || isQuoted && (isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
      }
      guard name.count >= 3 else { return false }
      rest = rest.dropFirst(name.count)
      return isQuoted ? take(">") : true
    }

    /// Hours, or hours, minutes and seconds, west of UTC; returned as seconds east of it.
    mutating func offset() -> Int? { time(hours: 24).map { -$0 } }

    mutating func turn() -> Turn? {
      let day: Turn.Day
      if take("M") {
        guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6)
        else {
          return nil
        }
        day = .week(month, week, weekday)
      } else if take("J") {
        guard let number = number(1...365) else { return nil }
        day = .julian(number)
      } else {
        guard let number = number(0...365) else { return nil }
        day = .ordinal(number)
      }
      var turn = Turn(day)
      if take("/") {
        guard let time = time(hours: 167) else { return nil }
        turn.time = time
      }
      return turn
    }

    private mutating func time(hours most: Int) -> Int? {
      let sign = take("-") ? -1 : 1
      if sign == 1 { _ = take("+") }
      guard let hours = number(0...most) else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] {
        guard take(":") else { break }
        guard let part = number(0...59) else { return nil }
        seconds += part * unit
      }
      return sign * seconds
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(while: isDigit)
      guard (1...4).contains(digits.count), let number = Int(String(Substring(digits))), range.contains(number) else {
        return nil
      }
      rest = rest.dropFirst(digits.count)
      return number
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  }
}
