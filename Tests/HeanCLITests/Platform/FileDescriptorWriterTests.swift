import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct FileDescriptorWriterTests {
  @Test func `a full device is reported in the system's words`() throws {
    let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let writer = FileDescriptorWriter(descriptor: device.fileDescriptor)
    #expect(throws: FileDescriptorWriter.Failure.failed(reason: "No space left on device")) { try writer.write("x") }
    #expect(throws: FileDescriptorWriter.Failure.failed(reason: "No space left on device")) {
      try writer.write([1])
    }
  }

  @Test func `a reader that went away is told apart from other failures`() throws {
    ProcessSignals.ignoreWriteSignals()
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    close(ends[0])
    defer { close(ends[1]) }
    #expect(throws: FileDescriptorWriter.Failure.pipeClosed) {
      try FileDescriptorWriter(descriptor: ends[1]).write("x")
    }
  }

  @Test(arguments: [false, true])
  func `more than a pipe holds arrives whole, blocking or not`(isNonBlocking: Bool) async throws {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    let (input, output) = (ends[0], ends[1])
    if isNonBlocking { _ = fcntl(output, F_SETFL, O_NONBLOCK) }
    let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    Detached.run {
      try? FileDescriptorWriter(descriptor: output).write(sent)
      close(output)
    }
    let received = await Detached.value {
      FileHandle(fileDescriptor: input, closeOnDealloc: true).readDataToEndOfFile()
    }
    #expect(Array(received) == sent)
  }

  @Test func `an empty piece is written without a call that could fail`() throws {
    try FileDescriptorWriter(descriptor: -1).write("")
  }

  @Test func `a descriptor that is not open fails`() {
    #expect(throws: FileDescriptorWriter.Failure.closed) {
      try FileDescriptorWriter(descriptor: -1).write("x")
    }
  }
}
