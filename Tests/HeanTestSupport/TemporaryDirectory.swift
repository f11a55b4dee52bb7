import Foundation

/// A new directory that is removed when this object is released.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "hean-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { path + "/" + name }

  @discardableResult
  package func write(_ text: String, to name: String, permissions: Int = 0o644) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file(name))
    return file(name)
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
  }

  package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
