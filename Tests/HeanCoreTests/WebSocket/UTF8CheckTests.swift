import Testing

@testable import HeanCore

/// Text that comes in pieces, against the whole of it.
struct UTF8CheckTests {
  /// - Returns: whether it was taken, and may end there.
  private func check(_ bytes: [UInt8], pieces: Int) -> (isTaken: Bool, isComplete: Bool) {
    var check = UTF8Check()
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, at + pieces)
      guard check.accept(bytes[at..<end]) else { return (false, false) }
      at = end
    }
    return (true, check.isComplete)
  }

  @Test(
    arguments: [
      ([], true), ([0x00], true), ([0x7F], true), ([0xC2, 0x80], true), ([0xDF, 0xBF], true),
      ([0xE0, 0xA0, 0x80], true),
      ([0xED, 0x9F, 0xBF], true), ([0xEE, 0x80, 0x80], true), ([0xEF, 0xBF, 0xBF], true),
      ([0xF0, 0x90, 0x80, 0x80], true),
      ([0xF4, 0x8F, 0xBF, 0xBF], true), ([0x41, 0xE2, 0x82, 0xAC, 0x42], true), ([0x80], false), ([0xBF], false),
      ([0xC0, 0x80], false), ([0xC1, 0xBF], false), ([0xC2, 0x41], false), ([0xC2, 0xC2], false),
      ([0xE0, 0x9F, 0xBF], false),
      ([0xED, 0xA0, 0x80], false), ([0xE1, 0x80, 0x41], false), ([0xF0, 0x8F, 0xBF, 0xBF], false),
      ([0xF4, 0x90, 0x80, 0x80], false), ([0xF1, 0x80, 0x80, 0xC0], false), ([0xF5, 0x80, 0x80, 0x80], false),
      ([0xFE], false), ([0xFF], false), ([0xE1, 0x80, 0x80, 0x80], false),
      (Array(repeating: 0x61, count: 7) + [0xC3, 0xA9] + Array(repeating: 0x61, count: 20), true),
      (Array(repeating: 0x61, count: 15) + [0x80] + Array(repeating: 0x61, count: 8), false),
      (Array(repeating: 0x61, count: 8) + [0xFF], false),
    ] as [([UInt8], Bool)])
  func `whole characters are taken, and what can be none is not`(bytes: [UInt8], isValid: Bool) {
    for pieces in [1, 2, 3, 5, 8, 64] {
      let found = check(bytes, pieces: pieces)
      #expect(found.isTaken == isValid && found.isComplete == isValid, "\(pieces) at once")
    }
  }

  @Test(
    arguments: [[0xC2], [0xE0], [0xE0, 0xA0], [0xF0], [0xF0, 0x90], [0xF4, 0x8F, 0xBF], [0x41, 0xED, 0x9F]] as [[UInt8]]
  )
  func `half a character is taken and is no end`(bytes: [UInt8]) {
    let found = check(bytes, pieces: 1)
    #expect(found.isTaken && !found.isComplete)
  }

  @Test func `what one piece began the next has to go on with`() {
    var check = UTF8Check()
    let begun = check.accept([0xF0, 0x90])
    #expect(begun && !check.isComplete)
    let goneOn = check.accept([0x80, 0x80, 0x41])
    #expect(goneOn && check.isComplete)
    _ = check.accept([0xE0])
    let tooLow = check.accept([0x9F])
    #expect(!tooLow, "overlong, told by the piece before")
  }

  /// RFC 6455, 1.3.
  @Test func `the accept key is that of the standard`() {
    #expect(WebSocketAccept.key(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(0x0102_0304.networkBytes.suffix(4) == [1, 2, 3, 4] && UInt16(0xABCD).networkBytes == [0xAB, 0xCD])
  }
}
