import HeanCore

/// The files under the state directory that are named after an engine.
struct KeptState: Sendable {
  let folder: String

  private static let places = ["engines", "looks", "alerts", "records"]

  /// Gives what is kept of an engine another name. What is there under the new name already stays, and so does the old.
  /// - Returns: the folders in which something moved.
  func rename(_ name: String, to other: String) throws(FileError) -> [String] {
    guard name != other else { return [] }
    var moved: [String] = []
    for place in Self.places {
      let path = "\(folder)/\(place)"
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      for entry in entries.sorted() where entry == name || entry.hasPrefix(name + ".") {
        let target = "\(path)/\(other)\(entry.dropFirst(name.count))"
        guard (try? FileStatus.of(target, followingLinks: false)) == nil else { continue }
        try AtomicFile.rename("\(path)/\(entry)", to: target)
        if moved.last != place { moved.append(place) }
      }
    }
    return moved
  }
}
