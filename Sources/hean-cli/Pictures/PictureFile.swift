import Foundation

/// Writes a picture to a file: whole or not at all, and never over something that is no picture.
enum PictureFile {
  /// How much of an existing file is read to see what it is.
  private static let most = 64 << 20

  /// - Throws: `FileError`; `.failed` when a file of that name exists and is no SVG.
  static func write(_ text: String, to path: String) throws(FileError) {
    var permissions = FilePermissions.ownerOnly
    if let status = try? FileStatus.of(path, followingLinks: true), status.kind == .regular {
      let head = try FileContents.read(path, limit: most).data.prefix(4)
      guard head.isEmpty || head == Data("<svg".utf8) else {
        throw .failed(operation: "replace", path: path, reason: "it exists and is no SVG picture")
      }
      permissions = status.permissions
    }
    try AtomicFile.write(Data(text.utf8), to: path, permissions: permissions)
  }
}
