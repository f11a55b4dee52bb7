import HeanCore

/// What an engine said last, in a folder of the state directory: a file for each command that looked.
///
/// A file is replaced whole and never changed, so several consoles need no lock. It is not synchronised to the disk: after a
/// power failure an older one, or none, is there.
struct StoredLooks: Sendable {
  let folder: String
  /// The engine's address, as it may be shown.
  var url: String

  /// For how long an answer is shown.
  static let life: TimeInterval = 86_400
  /// The shortest time between two writes of one file.
  static let pause: TimeInterval = 5

  private func path(_ name: StoredLook.Name) -> String { "\(folder)/\(name.rawValue).look" }

  /// - Returns: why it could not be kept; `nil` when it was, or need not be.
  func keep(_ look: StoredLook, at now: Date) -> FileError? {
    let path = path(look.name)
    do throws(FileError) {
      if let status = try? FileStatus.of(path, followingLinks: false) {
        guard status.kind == .regular else { throw .notRegular(path: path, kind: status.kind) }
        let age = now.timeIntervalSince(status.changedAt)
        if age >= 0, age < Self.pause { return nil }
      } else {
        try PrivateDirectory.make(folder)
      }
      try AtomicFile.write(look.written, to: path, permissions: .ownerOnly, isDurable: false)
      return nil
    } catch {
      return error
    }
  }

  /// What is found of one command.
  enum Found: Sendable {
    case none
    case look(StoredLook)
    /// Why its file cannot be used.
    case unusable(String)
  }

  func find(_ name: StoredLook.Name) -> Found {
    let path = path(name)
    do throws(FileError) {
      let status = try FileStatus.of(path, followingLinks: false)
      guard status.kind == .regular else { throw .notRegular(path: path, kind: status.kind) }
      guard status.owner == UserID.effective || status.owner == 0 else {
        return .unusable("\"\(path)\" belongs to another user")
      }
      let data = try FileContents.read(path, limit: StoredLook.mostOfFile).data
      guard let look = StoredLook(data), look.name == name, look.url == url else {
        return .unusable("\"\(path)\" is damaged, or of another version or engine")
      }
      return .look(look)
    } catch .notFound {
      return .none
    } catch {
      return .unusable(error.message)
    }
  }

  /// Every look that can be used.
  var all: [StoredLook] {
    StoredLook.Name.allCases.compactMap { if case .look(let look) = find($0) { look } else { nil } }
  }

  /// The look that a command shows: its own, or a later one of another command that read as much; without one of its own,
  /// the latest that read what it is about.
  /// - Returns: with what could not be used.
  func latest(for name: StoredLook.Name) -> (look: StoredLook?, problems: [String]) {
    var problems: [String] = []
    var looks: [StoredLook] = []
    for each in StoredLook.Name.allCases {
      switch find(each) {
      case .none: break
      case .look(let look): looks.append(look)
      case .unusable(let problem): problems.append(problem)
      }
    }
    let own = looks.first { $0.name == name }
    let others = looks.filter { look in
      own.map { look.at > $0.at && look.covers($0) } ?? look.answers.contains { $0.path == name.essential }
    }
    return (others.max { $0.at < $1.at } ?? own, problems)
  }
}
