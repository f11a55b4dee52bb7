import HeanCore

/// `config.json` as it was read, and the keys that `hean login` stored in the same directory.
struct LoadedConfiguration: Sendable, Equatable {
  var path: String
  var file: ConfigurationFile
  var warnings: [ConfigurationWarning] = []
  /// Paths of the stored keys, by profile.
  var storedKeys: [String: String] = [:]
}

/// Reads and writes the user's configuration directory. Every write is atomic, and only the owner can read the result.
struct ConfigurationStore: Sendable {
  private let directories: UserDirectories
  /// What was read already, and is given out instead of reading it again.
  var known: LoadedConfiguration?

  init(directories: UserDirectories) { self.directories = directories }

  func configurationPath() throws(ConfigurationError) -> String { try directories.configuration() + "/config.json" }

  func keyPath(profile: String) throws(ConfigurationError) -> String {
    guard ProfileName.isValid(profile) else { throw .invalidProfileName(profile) }
    return try directories.configuration() + "/keys/" + profile
  }

  /// A missing file counts as empty.
  /// - Throws: when other users may write the file or it belongs to another user, because it names commands that hean
  ///   runs.
  func load() throws(ConfigurationError) -> LoadedConfiguration {
    if let known { return known }
    return try read()
  }

  /// The same with what the command of the configuration prints, where it has one.
  func loadWithCommand(_ environment: [String: String]) async throws(ConfigurationError) -> LoadedConfiguration {
    var loaded = try load()
    guard let command = loaded.file.enginesCommand else { return loaded }
    loaded.add(try await EngineList.printed(by: command, environment: environment))
    loaded.storedKeys = try storedKeys(of: loaded.file)
    loaded.file.enginesCommand = nil
    return loaded
  }

  /// As it is on the disk, with the list of engines beside it.
  private func read() throws(ConfigurationError) -> LoadedConfiguration {
    var loaded = try readOwn()
    let path = PathParts.directory(of: loaded.path) + "/" + EngineList.file
    if let data = try trusted(path) {
      let (profiles, warnings) = try ConfigurationParser.profiles(ofList: data, path: path)
      loaded.add(profiles)
      loaded.warnings += warnings
    }
    loaded.storedKeys = try storedKeys(of: loaded.file)
    return loaded
  }

  /// The configuration file alone, as it is on the disk, without the keys that are stored.
  private func readOwn() throws(ConfigurationError) -> LoadedConfiguration {
    let path = try configurationPath()
    guard let data = try trusted(path) else {
      return LoadedConfiguration(path: path, file: ConfigurationFile())
    }
    let (file, warnings) = try ConfigurationParser.parse(data, path: path)
    return LoadedConfiguration(path: path, file: file, warnings: warnings)
  }

  /// The content of a file that nobody else can have written; `nil`: there is no such file.
  private func trusted(_ path: String) throws(ConfigurationError) -> Data? {
    guard let contents = try FileContents.ofConfiguration(path) else { return nil }
    guard contents.status.owner == UserID.effective || contents.status.owner == 0 else {
      throw .foreignOwner(path: path)
    }
    guard contents.status.permissions.isDisjoint(with: .writableByOthers) else {
      throw .writableByOthers(path: path, permissions: contents.status.permissions.description)
    }
    return contents.data
  }

  private func storedKeys(of file: ConfigurationFile) throws(ConfigurationError) -> [String: String] {
    var storedKeys: [String: String] = [:]
    for name in file.knownNames {
      let keyPath = try keyPath(profile: name)
      if (try? FileStatus.of(keyPath)) != nil { storedKeys[name] = keyPath }
    }
    return storedKeys
  }

  /// Changes the file as it is on disk at that time. Another process that changes it waits.
  func update<Value>(_ change: (inout ConfigurationFile) throws -> Value) throws -> Value {
    let path = try configurationPath()
    let lock = try writing { () throws(FileError) in
      try PrivateDirectory.make(PathParts.directory(of: path))
      return try ExclusiveChange(of: path)
    }
    return try lock.whileHeld {
      let before = try readOwn().file
      var file = before
      let value = try change(&file)
      if file != before {
        let data = try file.encoded()
        try writing { () throws(FileError) in try AtomicFile.write(data, to: path, permissions: .ownerOnly) }
      }
      return value
    }
  }

  /// Stores a key as the default one of a profile, in a file of mode 0600.
  /// - Returns: the file's path.
  @discardableResult
  func storeKey(_ key: String, profile: String) throws(ConfigurationError) -> String {
    let key = try APIKeyText.check(key, source: "the input")
    let path = try keyPath(profile: profile)
    let directory = try directories.configuration() + "/keys"
    try writing { () throws(FileError) in
      try PrivateDirectory.make(directory)
      try AtomicFile.write(Data("\(key)\n".utf8), to: path, permissions: .ownerOnly)
    }
    return path
  }

  /// - Returns: whether there was a key.
  @discardableResult
  func removeKey(profile: String) throws(ConfigurationError) -> Bool {
    let path = try keyPath(profile: profile)
    var existed = false
    try writing { () throws(FileError) in existed = try PrivateDirectory.remove(file: path) }
    return existed
  }

  /// Gives the stored key of a profile to another name; without one nothing happens.
  func moveKey(from name: String, to other: String) throws(ConfigurationError) {
    let (path, target) = (try keyPath(profile: name), try keyPath(profile: other))
    guard (try? FileStatus.of(path)) != nil else { return }
    guard (try? FileStatus.of(target)) == nil else {
      throw .unwritable(reason: "a key is stored for \"\(other)\" already (\(target))")
    }
    try writing { () throws(FileError) in try AtomicFile.rename(path, to: target) }
  }

  /// Puts a text in the place of the file, unless that is another one by now.
  /// - Parameters:
  ///   - before: what the file was; `nil`: there was none.
  ///   - text: checked by the caller.
  func replace(_ before: Data?, by text: Data) throws {
    let path = try configurationPath()
    try ExclusiveChange(of: path).whileHeld {
      guard try FileContents.ofConfiguration(path)?.data == before else {
        throw ConfigurationError.unwritable(reason: "\"\(path)\" was changed by another program meanwhile")
      }
      try writing { () throws(FileError) in try AtomicFile.write(text, to: path, permissions: .ownerOnly) }
    }
  }

  private func writing<Value>(_ body: () throws(FileError) -> Value) throws(ConfigurationError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .unwritable(reason: error.message)
    }
  }
}
