import HeanCore

/// A file that hean writes for another program, with a first line by which it is known again.
struct ServiceFile: Sendable {
  /// `nil` for text that the user puts where it belongs: a crontab is changed by `crontab` only.
  var path: String?
  /// What it says, after the first line.
  var content: String

  /// What is on the disk at its path.
  enum State: String, CaseIterable, Sendable {
    /// Nothing.
    case missing
    /// What would be written.
    case current
    /// What hean wrote, with other words.
    case outdated
    /// What hean wrote, and somebody changed.
    case edited
    /// Something that hean did not write.
    case foreign
    /// It cannot be told.
    case unknown
  }

  private static let mark = "# Written by hean, which leaves it alone once it was edited: sha256 "
  /// No file of hean is near it.
  private static let most = 1 << 20

  /// The whole file.
  var text: String { Self.marked(content) }

  /// Whether hean has written this file, edited since or not.
  static func isMarked(_ text: String) -> Bool { text.hasPrefix(mark) }

  private static func marked(_ content: String) -> String { mark + digest(of: content) + "\n" + content }

  private static func digest(of content: String) -> String {
    SHA256.digest(Array(content.utf8)).hexadecimal
  }

  func state() -> State {
    guard let path else { return .missing }
    do throws(FileError) {
      // A link is somebody's decision: `systemctl mask` makes one.
      guard try FileStatus.of(path, followingLinks: false).kind == .regular else { return .foreign }
      let found = String(decoding: try FileContents.read(path, limit: Self.most).data, as: UTF8.self)
      if found == text { return .current }
      guard Self.isMarked(found) else { return .foreign }
      guard let end = found.firstIndex(of: "\n") else { return .edited }
      let isUntouched = found == Self.marked(String(found[found.index(after: end)...]))
      return isUntouched ? .outdated : .edited
    } catch .notFound {
      return .missing
    } catch .tooLarge {
      return .foreign
    } catch {
      return .unknown
    }
  }

  /// Writes it whole, and reads it back.
  func write() throws(FileError) {
    guard let path else { return }
    let parent = PathParts.directory(of: path)
    if (try? FileStatus.of(parent)) == nil { try PrivateDirectory.make(parent) }
    try AtomicFile.write(Data(text.utf8), to: path, permissions: .readableByAll)
    let found = try FileContents.read(path, limit: Self.most)
    guard found.data == Data(text.utf8), found.status.permissions == .readableByAll else {
      throw .failed(operation: "keep", path: path, reason: "it reads back otherwise than it was written")
    }
  }
}
