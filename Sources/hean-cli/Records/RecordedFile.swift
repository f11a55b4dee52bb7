import HeanCore

/// A file of what is recorded, as it is on the disk.
struct RecordedFile: Sendable, Equatable {
  var name: RecordFolder.Name
  /// In bytes.
  var size: Int
}

extension RecordFolder {
  /// The files, oldest day first, in a day the one of the market last. Of a day that is there plain and packed, the plain
  /// one. Links, and what has another name, are not among them.
  func files() -> [RecordedFile] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var found: [Name: RecordedFile] = [:]
    for name in entries.compactMap({ Name($0) }) {
      guard let status = try? FileStatus.of(path(name), followingLinks: false), status.kind == .regular else {
        continue
      }
      var plain = name
      plain.isCompressed = false
      if found[plain] == nil || !name.isCompressed { found[plain] = RecordedFile(name: name, size: status.size) }
    }
    return found.values.sorted { ($0.name.day, $0.name.isMarket ? 1 : 0) < ($1.name.day, $1.name.isMarket ? 1 : 0) }
  }

  /// What the program that packs is writing.
  func unfinished(_ name: Name) -> String { path(name.packed) + ".part" }

  /// What killed recorders left of lines that they did not finish.
  func torn(_ name: Name) -> String { path(name.plain) + LockedFile.tornEnding }

  /// Removes a file, and what belongs to it.
  func remove(_ name: Name) throws(FileError) {
    for file in [path(name.plain), path(name.packed), unfinished(name), torn(name)] {
      try PrivateDirectory.remove(file: file)
    }
  }
}

extension RecordFolder.Name {
  /// The same without compression.
  var plain: Self { Self(day: day, isMarket: isMarket) }
  /// The same, compressed.
  var packed: Self { Self(day: day, isMarket: isMarket, isCompressed: true) }
}
