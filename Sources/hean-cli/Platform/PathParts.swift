/// The directory and the name of a path. Foundation's `deletingLastPathComponent` is not used for it: on Linux it ends the
/// process when the path is a single character, as in `--png x`.
enum PathParts {
  /// The directory that a file is in: `.` for a name alone, `/` for a name at the root.
  static func directory(of path: String) -> String {
    let place = cut(path)
    guard let slash = place.slash else { return "." }
    var directory = Substring.UnicodeScalarView(path.unicodeScalars[..<slash])
    while directory.last == "/" { directory.removeLast() }
    return directory.isEmpty ? "/" : String(directory)
  }

  /// What stands after the last slash; slashes at the end do not count.
  static func name(of path: String) -> String {
    let place = cut(path)
    let scalars = path.unicodeScalars
    let start = place.slash.map { scalars.index(after: $0) } ?? scalars.startIndex
    return String(scalars[start..<place.end])
  }

  private static func cut(_ path: String) -> (slash: String.Index?, end: String.Index) {
    let scalars = path.unicodeScalars
    guard let last = scalars.lastIndex(where: { $0 != "/" }) else {
      return scalars.isEmpty ? (nil, scalars.endIndex) : (scalars.startIndex, scalars.index(after: scalars.startIndex))
    }
    return (scalars[..<last].lastIndex(of: "/"), scalars.index(after: last))
  }
}
