import Testing

@testable import HeanConsole

struct PathPartsTests {
  @Test(arguments: [
    ("x", ".", "x"), ("é", ".", "é"), ("-", ".", "-"), ("ab", ".", "ab"), ("./x", ".", "x"), ("a/x", "a", "x"),
    ("/x", "/", "x"), ("//x", "/", "x"), ("/a//b", "/a", "b"), ("/a/b/", "/a", "b"), ("/", "/", ""), ("//", "/", ""),
    ("", ".", ""), ("a/\u{301}b", "a", "\u{301}b"),
  ])
  func `a path has a directory and a name, however short it is`(path: String, directory: String, name: String) {
    #expect(PathParts.directory(of: path) == directory)
    #expect(PathParts.name(of: path) == name)
  }
}
