import Testing

@testable import HeanConsole

/// What of a question is shown and kept when somebody types a secret into it.
struct SecretQuestionTests {
  @Test(arguments: [
    ("what is my pnl with key abc123def456ghi", "what is my pnl with key (withheld)"),
    ("my password is correcthorse", "my password is (withheld)"),
    ("does api_key=s3cr3t work", "does api_key=(withheld) work"),
    ("is 'aB3dE6gH9jK2mN5pQ8sT' still good?", "is '(withheld)' still good?"),
    ("token 1c9d4f6e-8a52-4b7e-9f03-2d6c5e8b7a10 ?", "token (withheld) ?"),
  ])
  func `what looks like a secret is withheld`(question: String, shown: String) {
    #expect(SecretWords.question(question) == shown)
  }

  @Test(arguments: [
    "close position 16e607cb-c2fb-4520-8a78-552dc6e814e7", "cancel smart_limit_1795225607",
    "pnl since 2026-11-21T02:10",
    "why is there no key figure for btc", "if btc drops 5 %", "",
  ])
  func `a question without one stays as it is`(question: String) {
    #expect(SecretWords.question(question) == question)
  }

  @Test func `neither the error nor the history repeats one`() async {
    let console = Console()
    let asked = await console.run("--practice", "ask", "what is my pnl with key abc123def456ghi")
    #expect(!asked.errors.contains("abc123") && !asked.output.contains("abc123"), "\(asked)")
    let history = await console.run("ask", "--history", "--json")
    #expect(!history.output.contains("abc123"), "\(history)")
  }
}
