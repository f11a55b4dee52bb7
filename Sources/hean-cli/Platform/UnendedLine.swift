import HeanCore

extension LockedFile {
  /// What is added to the name of a file for the lines that killed writers did not finish.
  static let tornEnding = ".torn"

  /// Moves the bytes of a last line without its end to `FILE.torn`: the writer that left it never reported it as written.
  /// - Parameters:
  ///   - longest: the longest line (bytes) that is looked for. More bytes than that without an end stay where they are, as
  ///   a line that cannot be read.
  ///   - patience: how long to wait for the lock of the other file.
  /// - Returns: whether there was one.
  @discardableResult
  borrowing func setAsideUnendedLine(longest: Int, within patience: Duration) throws(FileError) -> Bool {
    let size = try size()
    let newline = UInt8(ascii: "\n")
    guard size > 0, try readTail(1).first != newline else { return false }
    let tail = try readTail(longest)
    guard size <= tail.count || tail.contains(newline) else {
      try append(Data([newline]))
      return true
    }
    let fragment = tail.lastIndex(of: newline).map { tail[tail.index(after: $0)...] } ?? tail[...]
    let torn = try LockedFile(path: path + Self.tornEnding, permissions: .ownerOnly, deadline: patience)
    try torn.append(Data(fragment) + Data([newline]))
    try torn.synchronize()
    try truncate(to: size - fragment.count)
    return true
  }
}
