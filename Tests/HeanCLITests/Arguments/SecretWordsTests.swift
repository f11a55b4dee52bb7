import Testing

@testable import HeanConsole

/// A key on the command line is refused, and nothing repeats it.
struct SecretWordsTests {
  private static let secret = "hk-7f3aQ9zz"

  @Test(arguments: [
    ["--api-key", secret, "status"], ["status", "--api-key=" + secret], ["--apikey", secret], ["--API_KEY=" + secret],
    ["--api-kye", secret], ["--token", secret], ["--tokne", secret], ["--password=" + secret],
    ["--client-secret", secret],
    ["-k", secret, "status"], ["-k" + secret], ["-api-key", secret], ["-token=" + secret], ["login", secret],
    ["login", "--profile", "main", secret], ["login", "-p", "main", secret], ["login", "--key", secret],
    ["HEAN_API_KEY=" + secret, "status"], ["status", "api_key=" + secret], ["help", "help", "--api-key", secret],
    ["profile", "add", "main", "--api-key", secret],
  ])
  func `it is refused, with the ways to give one`(arguments: [String]) async {
    for format in [[], ["--json"]] {
      let ran = await Console().run(arguments + format)
      #expect(ran.code == .usage && ran.output.isEmpty && !ran.errors.contains(Self.secret), "\(ran)")
      for way in ["--api-key-file", "HEAN_API_KEY"] { #expect(ran.errors.contains(way), "\(ran)") }
      #expect(ran.errors.contains(/hean (--profile main )?login/), "\(ran)")
    }
  }

  @Test(arguments: [
    ["positons", "--password", secret], ["--", "--api-key", secret], ["api-key", secret],
    ["-H", "X-API-Key: " + secret, "status"], ["--header", "Authorization:", "Bearer", secret],
    ["config", "set", "bybit_api_key", secret], ["config", "set", "bybit_api_secret=" + secret, "nonsense"],
    ["--url", "http://user:" + secret + "@host", "positons"],
    ["profile", "add", "x", "--api-key-command", "echo " + secret, "--nope"],
  ])
  func `it is not repeated under another mistake`(arguments: [String]) async {
    for format in [[], ["--json"]] {
      let ran = await Console().run(arguments + format)
      #expect(ran.code == .usage && !ran.errors.contains(Self.secret), "\(ran)")
    }
  }

  @Test func `the mark stands under the word as it is shown`() async {
    let ran = await Console().run("--json=1", "--token", "x", "-o", "table")
    #expect(ran.errors.contains("\n  hean --json=1 --token (withheld) -o table\n       ^^^^^^^^\n"), "\(ran.errors)")
  }

  @Test func `what only looks like one is shown`() {
    let line = [
      "--url", "https://keys.example:8000", "positions", "close", "KEYUSDT", "TOKENUSDT", "BTCUSDT", "--plan", "a-b-1",
      "--api-key-file", "/etc/hean/key", "--api-key-env", "NAME", "--reason", "note: all", "--api-key-file=/k",
      "--speed", "5",
    ]
    #expect(SecretWords.shown(line) == line)
  }
}
