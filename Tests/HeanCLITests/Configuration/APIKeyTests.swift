import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct APIKeyTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func read(
    _ source: APIKeySource, environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    userID: UInt32 = UserID.effective, deadline: Duration = .seconds(10)
  ) async -> Result<String, ConfigurationError> {
    let reader = APIKeyReader(environment: environment, userID: userID, commandDeadline: deadline)
    do throws(ConfigurationError) {
      return .success(try await reader.read(Setting(source, from: .profile(name: "main", path: "/c"))))
    } catch {
      return .failure(error)
    }
  }

  private func failure(_ source: APIKeySource, deadline: Duration = .seconds(10)) async -> ConfigurationError? {
    if case .failure(let error) = await read(source, deadline: deadline) { error } else { nil }
  }

  @Test func `a key file gives its first line`() async throws {
    let path = try directory.write("  s3cret \r\nsecond line\n", to: "key", permissions: 0o600)
    #expect(await read(.file(path: path)) == .success("s3cret"))
    #expect(await read(.stored(path: path)) == .success("s3cret"))
    try directory.write("tight", to: "key", permissions: 0o400)
    #expect(await read(.file(path: path)) == .success("tight"))
  }

  @Test(arguments: [0o640, 0o604, 0o601, 0o620, 0o660, 0o644])
  func `a key file that is open to others is refused with the remedy`(mode: Int) async throws {
    let path = try directory.write("s3cret\n", to: "my key", permissions: mode)
    let error = await failure(.file(path: path))
    #expect(
      error?.message
        == "key file \"\(path)\" is open to other users (mode 0\(String(mode, radix: 8))), so it is not used")
    #expect(error?.nextStep == "chmod 600 '\(path)'")
  }

  @Test func `a credential that systemd gave to this service may belong to root`() async throws {
    let path = try directory.write("s3cret\n", to: "key", permissions: 0o440)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    // Only root can make a file of root's.
    guard UserID.effective == 0 else { return }
    #expect(
      await read(.file(path: path), environment: ["CREDENTIALS_DIRECTORY": folder], userID: 1000) == .success("s3cret"))
    let result = await read(.file(path: path), environment: ["CREDENTIALS_DIRECTORY": folder + "x"], userID: 1000)
    #expect(result == .failure(.foreignOwner(path: path)))
    try directory.write("s3cret\n", to: "key", permissions: 0o444)
    let open = await read(.file(path: path), environment: ["CREDENTIALS_DIRECTORY": folder], userID: 1000)
    #expect(open == .failure(.keyFileTooOpen(path: path, permissions: "0444")))
  }

  @Test func `a key file of somebody else is refused`() async throws {
    let path = try directory.write("s3cret\n", to: "key", permissions: 0o600)
    let result = await read(.file(path: path), userID: UserID.effective + 1)
    #expect(result == .failure(.foreignOwner(path: path)))
    #expect(
      ConfigurationError.foreignOwner(path: path).message
        == "\"\(path)\" belongs to another user, so it is not trusted")
    #expect(ConfigurationError.foreignOwner(path: path).nextStep == "chown \"$(id -un)\" \(path)")
  }

  @Test func `missing, empty and strange files are told apart`() async throws {
    let missing = directory.file("none")
    #expect(await failure(.file(path: missing))?.message == "key file: \"\(missing)\" does not exist")
    #expect(
      await failure(.file(path: directory.path))?.message
        == "key file: \"\(directory.path)\" is a directory, not a regular file")
    let path = try directory.write("\nkey on the second line", to: "empty", permissions: 0o600)
    #expect(await failure(.file(path: path))?.message == "the API key from file \(path) is empty")
    #expect(await failure(.file(path: path))?.nextStep.text == "put the key alone on the first line, or run hean login")
  }

  @Test func `a variable is the key`() async {
    #expect(await read(.environment(variable: "K"), environment: ["K": "abc"]) == .success("abc"))
    #expect(
      await failure(.environment(variable: "K"))?.message
        == "the API key from environment variable K is not set")
  }

  @Test(arguments: ["a\u{1B}b", "a\nX-Evil: 1", "a\0", "ключ", "a b", "\u{7F}"])
  func `what cannot stand in a header is refused and not quoted`(key: String) async {
    let result = await read(.environment(variable: "K"), environment: ["K": key])
    #expect(
      result
        == .failure(
          .keyUnusable(
            source: "environment variable K",
            problem: "holds a space, a control character or a letter outside ASCII")))
  }

  @Test func `a key past the limit is refused`() async {
    let key = String(repeating: "k", count: 4_097)
    #expect(
      await read(.environment(variable: "K"), environment: ["K": key])
        == .failure(.keyUnusable(source: "environment variable K", problem: "is longer than 4096 characters")))
    #expect(
      await read(.environment(variable: "K"), environment: ["K": "\(key.dropLast())"]) == .success("\(key.dropLast())"))
  }

  @Test func `a command prints the key on its first line`() async {
    #expect(await read(.command("printf 'k%s\\nrest' 1")) == .success("k1"))
  }

  @Test func `a command that fails says how, without its line or output`() async {
    let origin = "api_key_command of profile main (/c) "
    #expect(await failure(.command("echo s3cret; exit 4"))?.message == origin + "ended with exit code 4")
    #expect(await failure(.command("kill -9 $$"))?.message == origin + "was killed by signal 9")
    #expect(
      await failure(.command("cat /dev/zero"))?.message == origin + "printed more than 65536 bytes and was killed")
    #expect(await failure(.command("true"))?.message == "the API key from api_key_command is empty")
    #expect(await failure(.command("printf '\\377'"))?.message == "the API key from api_key_command is not UTF-8 text")
    let late = await failure(.command("sleep 1000"), deadline: .milliseconds(50))
    #expect(late?.message == origin + "took longer than 50ms and was killed")
    #expect(
      late?.nextStep == "run the command by hand; it must print the key on its first line within 10 s, asking nothing")
  }
}
