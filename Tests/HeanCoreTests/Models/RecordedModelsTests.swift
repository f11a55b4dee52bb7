import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Each recorded body, read, written and read again, is what it was, to the last digit.
struct RecordedModelsTests {
  private static let folders = ["running", "stopped", "after-killswitch", "absurd-equity", "closing", "ghost"]

  /// A value as it was read, and once it was written and read again: all properties, as text.
  fileprivate struct Copies {
    var first = ""
    var again = ""
    var written: Data

    init<Value>(_ first: Value, _ again: Value, _ written: Data) {
      self.written = written
      dump(first, to: &self.first)
      dump(again, to: &self.again)
    }
  }

  fileprivate struct Model: Sendable {
    var path: String
    /// `nil` for a body that is none of these.
    var repeats: @Sendable (Data) throws -> Copies?

    init<Body: EngineBody & Encodable>(_ endpoint: Endpoint<Body>) {
      path = endpoint.path
      repeats = { body in
        guard let read = try? Body.read(body) else { return nil }
        let written = try JSONEncoder().encode(read)
        return Copies(read, try JSONDecoder().decode(Body.self, from: written), written)
      }
    }
  }

  private static let models = [
    Model(.engineStatus), Model(.settings), Model(.health), Model(.readiness), Model(.why), Model(.metrics),
    Model(.state), Model(.history()), Model(.equityHistory), Model(.closeFailures), Model(.ticker("BTCUSDT")),
    Model(.configuration), Model(.portfolio), Model(.riskStatus), Model(.riskLimits), Model(.governor),
    Model(.killSwitch), Model(.rejections(minutes: 1)), Model(.pipeline), Model(.filterBlocks), Model(.council),
  ]
  private static let lists = [
    Model(rows: .positions), Model(rows: .orders(.all)), Model(rows: .strategies), Model(rows: .decisionMemory),
    Model(rows: .verdicts),
  ]

  private static func exchanges(_ folder: String) throws -> [(path: String, body: Data)] {
    try Recording.all(in: folder).values.filter { $0.response.status == 200 }.map { exchange in
      (exchange.request.target.split(separator: "?").first.map(String.init) ?? "", Data(exchange.response.body.utf8))
    }
  }

  /// Numbers as they are written, without what only spells them otherwise.
  private static func numbers(_ data: Data) -> Set<Decimal> {
    let text = String(decoding: data, as: UTF8.self)
    return Set(
      text.matches(of: /-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/).compactMap { Decimal(string: String($0.output.0)) })
  }

  @Test(arguments: folders) func `what is read and written can be read again`(folder: String) throws {
    let exchanges = try Self.exchanges(folder)
    var seen = 0
    for (path, body) in exchanges {
      for model in Self.models + Self.lists where model.path == path {
        guard let copies = try model.repeats(body) else { continue }
        seen += 1
        let (one, other) = (copies.first, copies.again)
        // A dictionary has no order of its own.
        #expect(one == other || one.split(separator: "\n").sorted() == other.split(separator: "\n").sorted(), "\(path)")
        // What stands in the copy stood in the body; only times and counts are made anew.
        let digits = Self.numbers(copies.written).filter { $0.exponent < -6 }
        #expect(digits.isSubset(of: Self.numbers(body)), "\(folder) \(path)")
      }
    }
    #expect(seen > 0, "\(folder)")
  }

  @Test func `nearly every model has a recording`() throws {
    let recorded = Set(try Self.folders.flatMap { try Self.exchanges($0).map(\.path) })
    let missing = (Self.models + Self.lists).map(\.path).filter { !recorded.contains($0) }
    #expect(Set(missing).count <= 3, "\(missing)")
  }
}

extension RecordedModelsTests.Model {
  /// The rows are compared: a list is written without what stands around it.
  fileprivate init<Row: Listed & Codable>(rows endpoint: Endpoint<Listing<Row>>) {
    path = endpoint.path
    repeats = { body in
      guard let rows = try? Listing<Row>.read(body).elements else { return nil }
      let written = try JSONEncoder().encode(rows)
      return RecordedModelsTests.Copies(rows, try JSONDecoder().decode([Row].self, from: written), written)
    }
  }
}
