import HeanCore

/// The content of a file in the configuration directory that commands change.
protocol KeptDocument: Sendable, Equatable {
  /// Name of the file.
  static var file: String { get }

  /// The content of a file that is missing.
  init()

  /// - Throws: for JSON that is not valid, and for members that are not as expected.
  init(_ data: Data, path: String) throws(ConfigurationError)

  /// Pretty-printed JSON with sorted keys, ended by a newline.
  func encoded() throws(ConfigurationError) -> Data
}

/// A file in the configuration directory: written whole, readable by its owner only, and one writer at a time.
struct DocumentStore<Content: KeptDocument>: Sendable {
  private let directories: UserDirectories

  init(environment: [String: String]) { directories = UserDirectories(environment: environment) }

  func path() throws(ConfigurationError) -> String { try directories.configuration() + "/" + Content.file }

  /// A missing file counts as empty.
  func load() throws(ConfigurationError) -> Content {
    let path = try path()
    guard let contents = try FileContents.ofConfiguration(path) else { return Content() }
    return try Content(contents.data, path: path)
  }

  /// Changes the content as it is on disk at that time. Another process that changes it waits.
  func update<Value>(_ change: (inout Content) throws -> Value) throws -> Value {
    let path = try path()
    try PrivateDirectory.make(try directories.configuration())
    return try ExclusiveChange(of: path).whileHeld {
      let before = try load()
      var content = before
      let value = try change(&content)
      if content != before { try AtomicFile.write(try content.encoded(), to: path, permissions: .ownerOnly) }
      return value
    }
  }
}

extension JSONValue {
  /// A file for people: pretty-printed, with sorted keys, ended by a newline.
  /// - Parameter what: what it is, for an error.
  func written(as what: String) throws(ConfigurationError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self) + Data("\n".utf8)
    } catch {
      throw .unwritable(reason: "\(what) cannot be put into JSON")
    }
  }
}
