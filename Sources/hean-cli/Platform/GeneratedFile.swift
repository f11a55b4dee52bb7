import HeanCore

/// Writes a file that hean makes: whole or not at all, and never over something that is of another kind.
enum GeneratedFile {
  /// What is written, and how a file of the kind is told from others.
  struct Kind: Sendable {
    /// As in "it exists and is no SVG picture".
    var name: String
    /// How many bytes at the beginning tell it.
    var headLength: Int
    var accepts: @Sendable (Data) -> Bool

    static let picture = Kind(name: "SVG picture of hean", start: pictureStart)
    /// How a picture begins: one without this is somebody else's.
    static let pictureStart = "<!-- A chart, made by hean. -->\n"
    static let report = Kind(name: "report of hean", start: reportStart)
    /// How a report begins.
    static let reportStart = "<!DOCTYPE html>\n<!-- A trading report, made by hean. -->\n"

    init(name: String, start: String) {
      let start = Data(start.utf8)
      self.init(name: name, headLength: start.count) { $0 == start }
    }

    init(name: String, headLength: Int, accepts: @escaping @Sendable (Data) -> Bool) {
      self.name = name
      self.headLength = headLength
      self.accepts = accepts
    }
  }

  /// How much of an existing file is read to see what it is.
  private static let most = 64 << 20

  /// - Throws: `FileError`; `.failed` when a file of that name exists and is of another kind.
  /// - Parameter fresh: the permissions of a file that was not there; one that was keeps its own.
  static func write(
    _ text: String, to path: String, as kind: Kind, fresh: FilePermissions = .ownerOnly
  ) throws(FileError) {
    try prepare(Data(text.utf8), for: path, as: kind, fresh: fresh).commit()
  }

  /// The same for bytes, without replacing anything yet: for several files that belong together.
  static func prepare(
    _ data: Data, for path: String, as kind: Kind, fresh: FilePermissions = .ownerOnly
  ) throws(FileError) -> PreparedFile {
    try AtomicFile.prepare(data, for: path, permissions: try permissions(at: path, as: kind, fresh: fresh))
  }

  /// The permissions that a file gets.
  /// - Throws: `.failed` when what is there must not be replaced.
  private static func permissions(
    at path: String, as kind: Kind, fresh: FilePermissions
  ) throws(FileError) -> FilePermissions {
    // These may lead to a regular file, such as that of the output, which would be replaced.
    guard !["/dev/std", "/dev/fd/", "/proc/"].contains(where: path.hasPrefix) else {
      throw .failed(
        operation: "write", path: path,
        reason: "it belongs to the system, and a picture or page needs a file of its own")
    }
    var permissions = fresh
    if let status = try? FileStatus.of(path, followingLinks: true), status.kind == .regular {
      let head = try FileContents.read(path, limit: most).data.prefix(kind.headLength)
      guard head.isEmpty || kind.accepts(Data(head)) else {
        throw .failed(
          operation: "replace", path: path,
          reason: "it exists and is no \(kind.name); delete it, or choose another name")
      }
      permissions = status.permissions
    }
    return permissions
  }
}
