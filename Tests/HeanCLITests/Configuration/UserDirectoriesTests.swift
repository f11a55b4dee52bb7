import Testing

@testable import HeanConsole

@Suite struct UserDirectoriesTests {
  @Test func `files go under home unless XDG says otherwise`() throws {
    let plain = UserDirectories(environment: ["HOME": "/home/ada"])
    #expect(try plain.configuration() == "/home/ada/.config/hean")
    #expect(try plain.state() == "/home/ada/.local/state/hean")
    let moved = UserDirectories(
      environment: ["XDG_CONFIG_HOME": "/c/", "XDG_STATE_HOME": "/s"], root: "/tmp/root")
    #expect(try moved.configuration() == "/tmp/root/c/hean")
    #expect(try moved.state() == "/tmp/root/s/hean")
  }

  @Test func `relative and empty values are as good as none`() throws {
    let odd = UserDirectories(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "conf", "XDG_STATE_HOME": ""])
    #expect(try odd.configuration() == "/h/.config/hean")
    #expect(try odd.state() == "/h/.local/state/hean")
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
  func `without a home there is a plain error`(environment: [String: String]) {
    let directories = UserDirectories(environment: environment)
    #expect(throws: ConfigurationError.homeMissing(variable: "XDG_STATE_HOME")) { try directories.state() }
    let error = ConfigurationError.homeMissing(variable: "XDG_STATE_HOME")
    #expect(
      error.message == "no directory for hean's files: neither HOME nor XDG_STATE_HOME holds an absolute path")
    #expect(error.nextStep == "set HOME, or XDG_STATE_HOME to an absolute path")
  }

  @Test func `a tilde stands for home`() throws {
    let directories = UserDirectories(environment: ["HOME": "/h"])
    #expect(try directories.expandingTilde("~/key") == "/h/key")
    #expect(try directories.expandingTilde("/a/~b") == "/a/~b")
    #expect(try directories.expandingTilde("~user/key") == "~user/key")
  }
}
