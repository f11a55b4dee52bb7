import Foundation
import Testing

@testable import HeanCore

/// Codes of an authenticator.
struct OneTimeCodeTests {
  /// Of the bytes "12345678901234567890".
  private static func code() throws -> OneTimeCode {
    try #require(OneTimeCode(base32: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"))
  }

  /// RFC 6238, appendix B, the rows of SHA-1.
  @Test(
    arguments: [
      (59.0, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
      (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
  func `the vectors of the RFC`(seconds: Double, code: String) throws {
    let counter = OneTimeCode.counter(at: Date(timeIntervalSince1970: seconds))
    #expect(try Self.code().code(counter, digits: 8) == code)
  }

  /// RFC 4648, section 10, and the secret of the RFC above.
  @Test func `base 32 in any case, with spaces and padding`() throws {
    let code = try #require(OneTimeCode(base32: "gezd gnbv gy3t qojq GEZDGNBVGY3TQOJQ===="))
    #expect(code.code(1, digits: 8) == "94287082" && code.code(1) == "287082")
    for text in ["", "MZXW6YTB", "GEZDGNBVGY3TQOJ1", "GEZDGNBVGY3TQOJQ0"] { #expect(OneTimeCode(base32: text) == nil) }
  }

  @Test func `a code is of now or of a span beside it, and of none that was used`() throws {
    let code = try Self.code()
    let now = Date(timeIntervalSince1970: 3000)
    for span in Int64(97)...103 {
      let found = code.span(of: code.code(span), at: now, after: nil)
      #expect(found == ((99...101).contains(span) ? span : nil), "\(span)")
    }
    #expect(code.span(of: code.code(100), at: now, after: 100) == nil)
    #expect(code.span(of: code.code(101), at: now, after: 100) == 101)
    #expect(code.span(of: "", at: now, after: nil) == nil)
  }
}
