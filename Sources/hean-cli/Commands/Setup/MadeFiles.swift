import HeanCore

/// A file or a folder of a user that hean has made.
struct MadeFiles: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable, FieldWord {
    case configuration, state, unit, completions, program
  }

  var kind: Kind
  var path: String
  /// How many files it is.
  var count: Int
  /// Of all its files together.
  var bytes: Int

  static let fields: [Field<MadeFiles>] = [
    Field("kind", "KIND", "what it is for", priority: 90) { $0.kind },
    Field("path", "PATH", "file or folder", .wrapping, priority: 100) { $0.path },
    Field("files", "FILES", "how many files it is", .trailing, priority: 80, unit: .count) { $0.count },
    Field(
      "bytes", "SIZE", "of all its files together", .trailing, priority: 95, unit: .bytes,
      value: { $0.bytes }, cell: { Cell(FileSize.text($0.bytes)) }),
  ]

  /// All that are there, by kind and path.
  /// - Parameter program: the path of this program; `nil` when it is not known.
  /// - Throws: when the environment names no home directory.
  static func found(environment: [String: String], program: String?) throws(ConfigurationError) -> [MadeFiles] {
    let directories = UserDirectories(environment: environment)
    let configuration = try directories.configuration()
    // The directories of all programs, in which some have files of hean.
    let base = PathParts.directory(of: configuration)
    let home = environment["HOME"] ?? ""
    let data = absolute(environment["XDG_DATA_HOME"]) ?? home + "/.local/share"
    let completions = [
      data + "/bash-completion/completions/hean", base + "/fish/completions/hean.fish",
      data + "/zsh/site-functions/_hean", home + "/.zfunc/_hean",
    ]
    var found = entries(.configuration, configuration) + entries(.state, try directories.state())
    found += units(base + "/systemd/user")
    found += completions.compactMap { made(.completions, $0) }
    if let program { found += [made(.program, program)].compactMap(\.self) }
    return found
  }

  /// What is in a folder of hean, each entry as a row.
  private static func entries(_ kind: Kind, _ folder: String) -> [MadeFiles] {
    names(in: folder).compactMap { made(kind, folder + "/" + $0) }
  }

  /// Units that hean has written. What somebody else wrote under such a name is not one of its files.
  private static func units(_ folder: String) -> [MadeFiles] {
    names(in: folder).filter { $0.hasPrefix("hean-") }.compactMap { name in
      let path = folder + "/" + name
      guard let data = try? FileContents.read(path, limit: 64 << 10).data,
        ServiceFile.isMarked(String(decoding: data, as: UTF8.self))
      else { return nil }
      return made(.unit, path)
    }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// `nil` when there is no such file. Links are counted, and not followed.
  private static func made(_ kind: Kind, _ path: String) -> MadeFiles? {
    guard let status = try? FileStatus.of(path, followingLinks: false) else { return nil }
    guard status.kind == .directory else { return MadeFiles(kind: kind, path: path, count: 1, bytes: status.size) }
    var whole = MadeFiles(kind: kind, path: path, count: 0, bytes: 0)
    for part in names(in: path).compactMap({ made(kind, path + "/" + $0) }) {
      whole.count += part.count
      whole.bytes += part.bytes
    }
    return whole
  }

  private static func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
