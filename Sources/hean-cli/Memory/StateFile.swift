import HeanCore

/// One value as JSON in a file of the state directory, readable by its owner only. It is replaced whole, by one writer at a
/// time; what is damaged is never replaced.
struct StateFile<Content: Codable & Equatable & Sendable>: Sendable {
  let path: String
  /// Most bytes that are read.
  var limit = 64 << 10
  /// What a damaged file means, behind its name: `is damaged: …`.
  var damage: String
  /// What to do about a damaged file.
  var remedy: Guidance

  /// What the file says; `nil` when there is none.
  /// - Throws: when it cannot be read, or is damaged.
  func load() throws -> Content? {
    let data: Data
    do throws(FileError) {
      data = try FileContents.read(path, limit: limit).data
    } catch .notFound {
      return nil
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: data) else { throw damaged }
    return content
  }

  /// The failure of a damaged file.
  var damaged: Failure { Failure(.configuration, "\"\(path)\" \(damage)", nextStep: remedy) }

  /// Changes what the file says at that time; what stays the same is not written. Another process that changes it waits.
  /// - Parameters:
  ///   - empty: the content of a missing file.
  ///   - isDurable: whether a change, from the first to the second, has to survive a power failure.
  func change<Value>(
    from empty: Content, isDurable: (Content, Content) -> Bool = { _, _ in true },
    _ body: (inout Content) throws -> Value
  ) throws -> Value {
    try PrivateDirectory.make(PathParts.directory(of: path))
    return try ExclusiveChange(of: path).whileHeld {
      let before = try load() ?? empty
      var content = before
      let value = try body(&content)
      if content != before {
        try AtomicFile.write(
          try JSONEncoder().encode(content), to: path, permissions: .ownerOnly, isDurable: isDurable(before, content))
      }
      return value
    }
  }
}
