import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanPractice

/// The practice engine's answers have the keys and the types of a real engine's, running and stopped.
struct ShapeTests {
  @Test(arguments: ["running", "stopped"])
  func `every recorded read has its counterpart`(folder: String) throws {
    var engine = PracticeEngine(
      configuration: PracticeConfiguration(seed: 2, scenario: folder == "running" ? .calm : .stopped),
      now: WorldTests.start)
    var worlds: Set<String> = []
    for (name, recording) in try Recording.all(in: folder).sorted(by: { $0.key < $1.key }) {
      let target = try #require(URLComponents(string: recording.request.target))
      let query = Dictionary(
        (target.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
      let response = engine.respond(
        to: PracticeRequest(method: "GET", path: target.path, query: query), now: WorldTests.start + 1)
      #expect(response.status == recording.response.status || target.path == "/health", "\(name)")
      worlds.insert(response.headers["X-Hean-Practice"] ?? "")
      #expect(response.headers["X-Request-ID"]?.count == 36)
      let real = try JSONDecoder().decode(JSONValue.self, from: Data(recording.response.body.utf8))
      let ours = try JSONDecoder().decode(JSONValue.self, from: response.body)
      // Decisions of several kinds share lists; the shapes of the first ones are compared where the kind is the same.
      guard !target.path.hasSuffix("/trading/history") else { continue }
      #expect(Shape.differences(real, ours) == [], "\(name)")
    }
    // Every answer is marked, with the world that it is about.
    #expect(worlds.count == 1 && worlds.first?.isEmpty == false, "\(worlds)")
  }

  @Test(arguments: [
    ("GET", "/nope", "", 404), ("POST", "/api/v1/engine/status", "", 405), ("GET", "/api/v1/orders/", "", 307),
    ("GET", "/api/v1/trading/history", "abc", 422), ("GET", "/api/v1/trading/history", "0", 422),
    ("GET", "/api/v1/journal/trades", "501", 422),
  ])
  func `wrong requests get the engine's envelopes`(method: String, path: String, limit: String, status: Int) throws {
    var engine = PracticeEngine(configuration: PracticeConfiguration(), now: WorldTests.start)
    let query = limit.isEmpty ? [:] : ["limit": limit]
    let response = engine.respond(
      to: PracticeRequest(method: method, path: path, query: query), now: WorldTests.start)
    #expect(response.status == status)
    if status != 307 {
      #expect(try JSONDecoder().decode([String: JSONValue].self, from: response.body)["detail"] != nil)
    }
  }

  @Test func `orders are filtered as the engine filters`() throws {
    var engine = PracticeEngine(configuration: PracticeConfiguration(seed: 5), now: WorldTests.start)
    func statuses(_ filter: String) throws -> Set<String> {
      let response = engine.respond(
        to: PracticeRequest(method: "GET", path: "/api/v1/orders", query: ["status": filter]), now: WorldTests.start)
      let body = try JSONDecoder().decode([String: [[String: JSONValue]]].self, from: response.body)
      return Set((body["orders"] ?? []).compactMap { if case .string(let word)? = $0["status"] { word } else { nil } })
    }
    #expect(try statuses("filled") == ["filled"])
    #expect(try statuses("open").isSubset(of: ["pending", "placed", "partially_filled"]))
    #expect(try statuses("bogus").contains("cancelled"))
  }
}
