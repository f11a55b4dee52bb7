import HeanCore

/// Gets the key from its source. No other code of the console holds a key as text.
struct APIKeyReader: Sendable {
  var environment: [String: String]
  /// The user who must own a key file.
  var userID = UserID.effective
  /// Time limit for a credential command.
  var commandDeadline = Duration.seconds(10)

  func read(_ source: Setting<APIKeySource>) async throws(ConfigurationError) -> String {
    let name = source.value.description
    switch source.value {
    case .environment(let variable):
      guard let text = environment[variable] else { throw .keyUnusable(source: name, problem: "is not set") }
      return try APIKeyText.check(text, source: name)
    case .file(let path), .stored(let path):
      return try APIKeyText.firstLine(of: try file(path, name), source: name)
    case .command(let line):
      return try APIKeyText.firstLine(of: try await output(of: line, source.origin), source: name)
    }
  }

  /// The first line of a file that only its owner can read.
  func secret(in path: String) throws(ConfigurationError) -> String {
    try APIKeyText.firstLine(of: try file(path, path), source: path)
  }

  /// Two lines of such a file: a key and its secret.
  func pair(in path: String) throws(ConfigurationError) -> (key: String, secret: String) {
    let lines = try file(path, path).split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r\n" }
    guard lines.count == 2 else {
      throw .keyPairUnusable(path: path, problem: "has \(Figures.counted(lines.count, "line")) and needs two")
    }
    do throws(ConfigurationError) {
      return (
        try APIKeyText.check(String(lines[0]), source: "line 1"),
        try APIKeyText.check(String(lines[1]), source: "line 2")
      )
    } catch {
      guard case .keyUnusable(let line, let problem) = error else { throw error }
      throw .keyPairUnusable(path: path, problem: "cannot be used: \(line) \(problem)")
    }
  }

  private func file(_ path: String, _ source: String) throws(ConfigurationError) -> String {
    let contents: FileContents
    do throws(FileError) {
      contents = try FileContents.readTyped(path, limit: 65_536)
    } catch {
      throw .unreadable(reason: "key file: \(error.message)")
    }
    // A credential of systemd can belong to root, and be readable by a list that names the service's user alone.
    let isCredential = isCredential(path) && contents.status.owner == 0
    // Root can read the files of all users, but a key from another user's file must not be sent.
    guard contents.status.owner == userID || isCredential else { throw .foreignOwner(path: path) }
    guard contents.status.permissions.isDisjoint(with: isCredential ? Self.everybody : .anyoneElse) else {
      throw .keyFileTooOpen(path: path, permissions: contents.status.permissions.description)
    }
    return try text(contents.data, source)
  }

  private static let everybody = FilePermissions(rawValue: 0o037)

  /// Whether systemd put the file there for this service.
  private func isCredential(_ path: String) -> Bool {
    guard let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/") else { return false }
    return path.hasPrefix(folder + "/") && !path.contains("/../")
  }

  private func output(of line: String, _ origin: Origin) async throws(ConfigurationError) -> String {
    let printed: Data
    do throws(ConfiguredCommand.Problem) {
      printed = try await ConfiguredCommand.output(of: line, environment: environment, deadline: commandDeadline)
    } catch {
      throw .keyCommandFailed(origin: origin, problem: error.words)
    }
    return try text(printed, APIKeySource.command(line).description)
  }

  private func text(_ data: Data, _ source: String) throws(ConfigurationError) -> String {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .keyUnusable(source: source, problem: "is not UTF-8 text")
    }
    return text
  }
}
