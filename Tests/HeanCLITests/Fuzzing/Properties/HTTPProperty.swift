@testable import HeanNetworking

/// A response is the same in however many pieces it comes, no larger than its limit, and has one end.
///
/// Input: choices, the seed of the pieces, and the response; of its bytes 1 stands for some kilobytes of a letter.
enum HTTPProperty {
  private static let limits = [0, 1, 10, 100, 4096, 65_536, 1 << 20, Int.max]

  static func check(_ input: [UInt8]) throws(Violation) {
    guard input.count > 2 else { return }
    let method = input[0] & 1 == 0 ? "GET" : "HEAD"
    let limit = limits[Int(input[0] >> 1 & 7)]
    let response = stretched(input[2...], by: Int(input[0] >> 4) * 5000)[...]
    let whole = try run(.whole, response, method, limit)
    // Each byte alone is tried where it takes no time.
    for way in response.count > 8192 ? [.seeded(input[1])] : [Pieces.single, .seeded(input[1])] {
      let other = try run(way, response, method, limit)
      guard whole != other else { continue }
      throw Violation("\(way): \(other), whole: \(whole)")
    }
  }

  private struct Outcome: Equatable {
    var head: HTTPResponseHead?
    /// Of a response that came to its end.
    var body: [UInt8] = []
    var end: HTTPResponseMachine.Action?
  }

  private static func run(
    _ way: Pieces, _ response: ArraySlice<UInt8>, _ method: String, _ limit: Int
  ) throws(Violation) -> Outcome {
    var machine = HTTPResponseMachine(method: method, maximumBody: limit)
    var outcome = Outcome()
    for (number, piece) in way.cut(response).enumerated() {
      // Nobody reads on after the end.
      if outcome.end != nil { break }
      machine.append(piece)
      while let action = machine.next() { try note(action, limit, &outcome) }
      // A mirror is slow.
      guard number % 32 == 0 || piece.count > 64 else { continue }
      let kept = Mirror(reflecting: machine).descendant("bytes") as? [UInt8]
      guard let kept else { throw Violation("the machine has no bytes") }
      try Violation.unless(
        kept.count <= HTTPResponseMachine.maximumHead + 4 + piece.count, "\(kept.count) bytes are kept")
    }
    if let action = machine.end("closed") { try note(action, limit, &outcome) }
    try Violation.unless(outcome.end != nil, "no end")
    try Violation.unless(machine.next() == nil && machine.end("closed") == nil, "more after the end")
    switch outcome.end {
    // Only who has seen what follows knows that the connection is spoilt.
    case .finished: outcome.end = .finished(isReusable: false)
    default: outcome.body = []
    }
    return outcome
  }

  private static func note(
    _ action: HTTPResponseMachine.Action, _ limit: Int, _ outcome: inout Outcome
  ) throws(Violation) {
    try Violation.unless(outcome.end == nil, "\(action) after the end")
    switch action {
    case .head(let head):
      try Violation.unless(outcome.head == nil, "two heads")
      outcome.head = head
    case .body(let part):
      try Violation.unless(outcome.head != nil && !part.isEmpty, "a body without a head, or an empty part")
      outcome.body += part
      try Violation.unless(outcome.body.count <= limit, "\(outcome.body.count) bytes, limit \(limit)")
    case .finished, .failed: outcome.end = action
    }
  }

  private static func stretched(_ bytes: ArraySlice<UInt8>, by length: Int) -> [UInt8] {
    guard length > 0, let place = bytes.firstIndex(of: 1) else { return Array(bytes) }
    return bytes[..<place] + [UInt8](repeating: UInt8(ascii: "a"), count: length) + bytes[(place + 1)...]
  }
}
