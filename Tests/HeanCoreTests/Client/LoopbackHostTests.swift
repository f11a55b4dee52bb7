import HeanCore
import Testing

struct LoopbackHostTests {
  @Test(arguments: [
    "localhost", "LOCALHOST", "127.0.0.1", "127.255.255.254", "::1", "[::1]", "0:0:0:0:0:0:0:1", "[0000::0001]",
    "::ffff:127.0.0.1", "0::1",
  ])
  func `this machine`(host: String) { #expect(LoopbackHost.contains(host)) }

  @Test(arguments: [
    "127.evil.example", "127.0.0.1.evil.example", "127.0.0", "127.1", "127.0.0.256", "127.0.0.1.", "127.0.0.-1",
    "0127.0.0.1", "127.0.0.0x1", "localhost.evil.example", "notlocalhost", "128.0.0.1", "10.0.0.1", "", "::", "::2",
    "::1:1", "1::1", "[::1]evil", "0:0:0:0:0:0:1", ":::1", "::ffff:128.0.0.1", "fe80::1", "::1%eth0", "::+1", "1::",
  ])
  func `another machine`(host: String) { #expect(!LoopbackHost.contains(host)) }
}
