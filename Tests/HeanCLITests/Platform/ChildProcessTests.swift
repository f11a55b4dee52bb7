import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite(.timeLimit(.minutes(2))) struct ChildProcessTests {
  private func shell(
    _ line: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"], deadline: Duration = .seconds(10)
  ) async throws(ChildProcess.Failure) -> ChildProcess.Outcome {
    try await ChildProcess.run(["/bin/sh", "-c", line], environment: environment, deadline: deadline)
  }

  @Test func `output, exit code and environment come through, standard input is empty`() async throws {
    let outcome = try await shell("cat; echo \"$KEY\"; exit 3", environment: ["PATH": "/bin:/usr/bin", "KEY": "a b"])
    #expect(outcome == ChildProcess.Outcome(end: .exited(code: 3), output: Data("a b\n".utf8)))
  }

  @Test func `more than a pipe holds is read while it runs`() async throws {
    let outcome = try await ChildProcess.run(
      ["/bin/sh", "-c", "head -c 300000 /dev/zero"], environment: ["PATH": "/usr/bin:/bin"], deadline: .seconds(10),
      outputLimit: 300_000)
    #expect(outcome.output.count == 300_000)
  }

  @Test func `death by a signal is told apart`() async throws {
    #expect(try await shell("kill -9 $$").end == .killed(signal: SIGKILL))
  }

  @Test func `a child dies of a closed pipe although the console ignores that signal`() async throws {
    ProcessSignals.ignoreWriteSignals()
    #expect(try await shell("kill -PIPE $$").end == .killed(signal: SIGPIPE))
  }

  @Test func `the deadline kills the child and what it started`() async throws {
    let directory = try TemporaryDirectory()
    let pidFile = directory.file("pid")
    await #expect(throws: ChildProcess.Failure.deadlineExceeded(after: .seconds(2))) {
      try await shell("sleep 1000 & echo $! > \(pidFile); wait", deadline: .seconds(2))
    }
    let grandchild = try #require(pid_t(try directory.text("pid").dropLast()))
    // A busy system ends it in its own time, and a zombie stays until init has seen it.
    var isAlive = true
    while isAlive {
      let state = (try? String(contentsOfFile: "/proc/\(grandchild)/stat", encoding: .utf8)) ?? ""
      isAlive = !state.isEmpty && !state.contains(") Z ")
      await Task.yield()
    }
  }

  @Test func `a grandchild that keeps the pipe open holds nobody up`() async throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.file("pipe")
    _ = unsafe mkfifo(pipe, 0o600)
    let outcome = try await shell("cat \(pipe) & echo done")
    #expect(outcome == ChildProcess.Outcome(end: .exited(code: 0), output: Data("done\n".utf8)))
    // The grandchild lives until here: it reads until somebody has written.
    close(unsafe open(pipe, O_WRONLY))
  }

  @Test func `endless output is stopped`() async {
    await #expect(throws: ChildProcess.Failure.tooMuchOutput(limit: 65_536)) { try await shell("cat /dev/zero") }
  }

  @Test func `a cancelled task kills the child`() async {
    let task = Task { try await shell("sleep 1000") }
    task.cancel()
    await #expect(throws: ChildProcess.Failure.cancelled) { try await task.value }
  }

  @Test func `a program that is not there is not started`() async {
    await #expect(throws: ChildProcess.Failure.notStarted(reason: "No such file or directory")) {
      try await ChildProcess.run(["/no/such"], environment: [:], deadline: .seconds(1))
    }
  }
}
