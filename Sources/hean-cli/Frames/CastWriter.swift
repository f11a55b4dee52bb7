import HeanCore
import Synchronization

/// Records what a terminal is sent, as asciicast 2 (asciinema): a line with the size, then a line for each piece.
final class CastWriter: Sendable {
  private let file: Mutex<GrowingFile?>
  private let elapsed: @Sendable () -> Duration
  private let start: Duration
  private let warn: @Sendable (FileError) -> Void

  /// - Parameters:
  ///   - path: of a file that is not there yet; only its owner can read it.
  ///   - now: the time of the beginning.
  ///   - elapsed: a monotonic clock.
  ///   - warn: called once, when the recording ends because the file cannot be written.
  init(
    _ path: String, columns: Int, rows: Int, environment: [String: String], now: Date,
    elapsed: @escaping @Sendable () -> Duration, warn: @escaping @Sendable (FileError) -> Void
  ) throws(FileError) {
    let file = try GrowingFile(path)
    try file.append(JSONText.line(Self.header(columns: columns, rows: rows, environment: environment, now: now)))
    self.file = Mutex(file)
    self.elapsed = elapsed
    self.warn = warn
    start = elapsed()
  }

  /// The terminal was sent this.
  func wrote(_ text: String) { if !text.isEmpty { add("o", text) } }

  func resized(columns: Int, rows: Int) { add("r", "\(columns)x\(rows)") }

  private func add(_ kind: String, _ text: String) {
    let failure: FileError? = file.withLock { file in
      // In the lock, so that times never go back.
      let seconds = Decimal(Int((elapsed() - start).seconds * 1_000_000)) / 1_000_000
      do throws(FileError) {
        try file?.append(JSONText.line(.array([.number(seconds), .string(kind), .string(text)])))
        return nil
      } catch {
        file = nil
        return error
      }
    }
    if let failure { warn(failure) }
  }

  private static func header(columns: Int, rows: Int, environment: [String: String], now: Date) -> JSONValue {
    var members: [String: JSONValue] = [
      "version": 2, "width": .number(Decimal(columns)), "height": .number(Decimal(rows)),
      "timestamp": .number(Decimal(Int(now.timeIntervalSince1970))),
    ]
    let known = ["TERM", "SHELL"].compactMap { name in
      environment[name].flatMap { $0.isEmpty ? nil : (name, JSONValue.string($0)) }
    }
    if !known.isEmpty { members["env"] = .object(Dictionary(uniqueKeysWithValues: known)) }
    return .object(members)
  }
}
