import Foundation

/// Writes a file that hean makes: whole or not at all, and never over something that is of another kind.
enum GeneratedFile {
  /// What is written, and how a file of the kind begins.
  struct Kind: Sendable {
    /// As in "it exists and is no SVG picture".
    var name: String
    var start: String

    static let picture = Kind(name: "SVG picture", start: "<svg")
    static let report = Kind(
      name: "report of hean", start: "<!DOCTYPE html>\n<!-- A trading report, made by hean. -->\n")
  }

  /// How much of an existing file is read to see what it is.
  private static let most = 64 << 20

  /// - Throws: `FileError`; `.failed` when a file of that name exists and is of another kind.
  static func write(_ text: String, to path: String, as kind: Kind) throws(FileError) {
    var permissions = FilePermissions.ownerOnly
    if let status = try? FileStatus.of(path, followingLinks: true), status.kind == .regular {
      let start = Data(kind.start.utf8)
      let head = try FileContents.read(path, limit: most).data.prefix(start.count)
      guard head.isEmpty || head == start else {
        throw .failed(operation: "replace", path: path, reason: "it exists and is no \(kind.name)")
      }
      permissions = status.permissions
    }
    try AtomicFile.write(Data(text.utf8), to: path, permissions: permissions)
  }
}
