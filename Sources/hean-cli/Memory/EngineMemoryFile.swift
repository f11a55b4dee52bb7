import Dispatch
import HeanCore
import Synchronization

/// What is remembered of one engine, in a file of the state directory.
///
/// Several consoles may use it at once: each change is made under a lock, to what the file says by then, and the file is
/// replaced whole. A folder that cannot be written costs a read nothing but one warning.
final class EngineMemoryFile: EngineMemory {
  let path: String
  private let clock: @Sendable () -> Date
  private let trouble = Mutex<String?>(nil)
  /// Files are read and written, and locks are waited for, on a thread of their own.
  private let queue = DispatchQueue(label: "hean.engine-memory")

  /// How long to wait while other consoles write. Each of them takes less than a millisecond.
  private static let patience = Duration.milliseconds(500)
  private static let limit = 1 << 20

  init(path: String, clock: @escaping @Sendable () -> Date) {
    self.path = path
    self.clock = clock
  }

  var now: Date { clock() }

  /// Why something could not be remembered, or read again; `nil` when nothing failed.
  var problem: String? { trouble.withLock { $0 } }

  func recalled() async -> RememberedEngine {
    await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: self.read()) } }
  }

  func update(isUrgent: Bool, _ change: @escaping @Sendable (inout RememberedEngine) -> Void) async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.write(isUrgent: isUrgent, change)
        continuation.resume()
      }
    }
  }

  private func read() -> RememberedEngine {
    do throws(FileError) {
      try demandOwnFile()
      return try engine(FileContents.read(path, limit: Self.limit).data)
    } catch .notFound {
      return RememberedEngine()
    } catch {
      note(error)
      return RememberedEngine()
    }
  }

  private func write(isUrgent: Bool, _ change: (inout RememberedEngine) -> Void) {
    do throws(FileError) {
      try PrivateDirectory.make(PathParts.directory(of: path))
      try demandOwnFile()
      let file = try LockedFile(path: path, permissions: .ownerOnly, deadline: Self.patience)
      var engine = try engine(try file.readAll())
      change(&engine)
      try AtomicFile.write(JSONText.line(engine.json), to: file.path, permissions: .ownerOnly, isDurable: isUrgent)
    } catch {
      note(error)
    }
  }

  /// A link or a pipe at this path was not made by hean: nothing is read through it or put in its place.
  private func demandOwnFile() throws(FileError) {
    let kind: FileStatus.Kind
    do throws(FileError) {
      kind = try FileStatus.of(path, followingLinks: false).kind
    } catch .notFound {
      return
    }
    guard kind == .regular else { throw .notRegular(path: path, kind: kind) }
  }

  /// What the file says. One that is damaged, or of a newer hean, is left as it is.
  private func engine(_ data: Data) throws(FileError) -> RememberedEngine {
    guard !data.isEmpty else { return RememberedEngine() }
    guard let json = try? JSONValue(reading: data), let engine = RememberedEngine(json) else {
      throw .failed(
        operation: "read", path: path, reason: "it is damaged or of another version; move it away to begin anew")
    }
    return engine
  }

  private func note(_ error: FileError) {
    trouble.withLock { $0 = $0 ?? "stops of this engine cannot be remembered: \(error.message)" }
  }
}
