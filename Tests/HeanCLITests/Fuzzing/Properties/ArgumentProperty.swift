import Foundation

@testable import HeanConsole

/// Every line can be meant or has an error fit to be shown, without the secret that stands in it.
///
/// Input: how a secret is written and before which word, then words with a NUL between them.
enum ArgumentProperty {
  private static let secret = "s3cr3tVALU3"
  private static let parser = ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)

  /// Ways to type a key where none is taken.
  private static let ways: [[String]] = [
    [], ["--api-key", secret], ["--api-key=\(secret)"], ["--apikey", secret], ["--token", secret],
    ["--password=\(secret)"], ["--secret", secret], ["-k", secret], ["-k\(secret)"], ["HEAN_API_KEY=\(secret)"],
    ["--header", "X-API-Key: \(secret)"], ["--api-key", "=\(secret)"], ["--bearer", secret],
    ["Authorization:", "Bearer", secret], ["https://hean:\(secret)@engine.example"], ["login", secret],
  ]

  static func check(_ input: [UInt8]) throws(Violation) {
    guard input.count > 1 else { return }
    var argv = input[2...].split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    let way = ways[Int(input[0]) % ways.count]
    argv.insert(contentsOf: way, at: Int(input[1]) % (argv.count + 1))
    do throws(UsageError) {
      _ = try parser.parse(argv)
    } catch {
      var failure = Failure(error, url: "")
      failure.pointer = error.pointer(in: argv)
      try Shown.check(failure, hiding: secret)
    }
  }
}
