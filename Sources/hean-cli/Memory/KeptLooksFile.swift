import HeanCore

/// The looks of `hean changes` at one engine, in a file of the state directory.
///
/// Several consoles may use it at once: each change is made under a lock, to what the file says by then, and the file is
/// replaced whole.
struct KeptLooksFile: Sendable {
  let path: String
  private static let schema = "hean.looks/1"
  /// Most bytes that are read, and that are written.
  private static let limit = 8 << 20
  private static let most = 2 << 20

  private struct Document: Codable, Equatable {
    var schema: String
    var looks: KeptLooks
  }

  /// What was kept; nothing when the file is missing.
  /// - Throws: when it cannot be read, is damaged or of another version.
  func load() throws -> KeptLooks {
    let file = StateFile<Document>(
      path: path, limit: Self.limit, damage: "is damaged or of another version: the earlier looks cannot be read",
      remedy: "move the file away; the next look is the first then")
    guard let document = try file.load() else { return KeptLooks() }
    guard document.schema == Self.schema else { throw file.damaged }
    return document.looks
  }

  /// Keeps a look, which becomes the mark, and thins those before it.
  func add(_ look: KeptLook) throws {
    try PrivateDirectory.make(PathParts.directory(of: path))
    try ExclusiveChange(of: path).whileHeld {
      var looks = try load()
      looks.add(look)
      var data = try Self.encoded(looks)
      while data.count > Self.most, looks.looks.count > 1 {
        looks.keep(looks.looks.count / 2)
        data = try Self.encoded(looks)
      }
      try AtomicFile.write(data, to: path, permissions: .ownerOnly)
    }
  }

  private static func encoded(_ looks: KeptLooks) throws -> Data {
    try JSONEncoder().encode(Document(schema: schema, looks: looks))
  }
}
