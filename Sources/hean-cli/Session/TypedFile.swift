import HeanCore

extension Session {
  /// What a file that was typed holds; `-` is standard input.
  func contents(ofTyped path: String, limit: Int = 1_048_576) async throws -> Data {
    guard path == "-" else { return try FileContents.readTyped(path, limit: limit).data }
    var text = ""
    while let line = try await context.input.readLine() {
      text += line + "\n"
      guard text.utf8.count <= limit else { throw FileError.tooLarge(path: "standard input", limit: limit) }
    }
    return Data(text.utf8)
  }
}
