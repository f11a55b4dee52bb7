import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct LineReaderTests {
  /// Every line until the end or the first failure.
  private func lines(_ bytes: [UInt8], limit: Int = 100) async throws(LineReader.Failure) -> [String] {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    try? FileDescriptorWriter(descriptor: ends[1]).write(bytes)
    close(ends[1])
    defer { close(ends[0]) }
    let reader = LineReader(descriptor: ends[0], limit: limit)
    var lines: [String] = []
    while let line = try await reader.readLine() { lines.append(line) }
    return lines
  }

  @Test func `lines come one by one, whatever ends them`() async throws {
    #expect(try await lines(Array("one\n\r\ntwo\r\nthree é".utf8)) == ["one", "", "two", "three é"])
    #expect(try await lines([]) == [])
  }

  @Test func `what never ends its line is given up`() async throws {
    let descriptor = unsafe open("/dev/zero", O_RDONLY)
    defer { close(descriptor) }
    let reader = LineReader(descriptor: descriptor, limit: 10)
    await #expect(throws: LineReader.Failure.tooLong(limit: 10)) { try await reader.readLine() }
    await #expect(throws: LineReader.Failure.failed(reason: "it has no line end within 64 MiB")) {
      try await reader.readLine()
    }
  }

  @Test func `bytes that are no text, and lines past the limit, are refused`() async throws {
    await #expect(throws: LineReader.Failure.notUTF8) { try await lines([0xFF, 0x0A]) }
    await #expect(throws: LineReader.Failure.tooLong(limit: 100)) {
      try await lines([UInt8](repeating: 0x61, count: 200))
    }
  }

  @Test func `after a line that is refused the next one comes`() async throws {
    let pipe = TestPipe()
    let reader = LineReader(descriptor: pipe.read, limit: 10)
    let writer = FileDescriptorWriter(descriptor: pipe.write)
    try writer.write([0xFF, 0x0A] + Array((String(repeating: "long ", count: 9) + "\nshort\n").utf8))
    await #expect(throws: LineReader.Failure.notUTF8) { try await reader.readLine() }
    await #expect(throws: LineReader.Failure.tooLong(limit: 10)) { try await reader.readLine() }
    #expect(try await reader.readLine() == "short")
  }

  @Test func `a cancelled wait ends and loses nothing`() async throws {
    let pipe = TestPipe()
    let reader = LineReader(descriptor: pipe.read)
    let writer = FileDescriptorWriter(descriptor: pipe.write)
    try writer.write("ha")
    let task = Task { try await reader.readLine() }
    task.cancel()
    await #expect(throws: LineReader.Failure.cancelled) { try await task.value }
    try writer.write("lf\n")
    #expect(try await reader.readLine() == "half")
  }
}
