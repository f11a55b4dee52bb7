import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

struct ExporterServiceTests {
  @Test func `many scrapes at once are one look, and an answer is kept`() async throws {
    let engine = try Recording.server("running")
    defer { engine.stop() }
    let stage = try ExporterStage(engine.url, profiles: ["same": engine.url])
    func statusReads() -> Int { engine.targets.count { $0 == "/api/v1/engine/status" } }
    await withTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        group.addTask {
          number.isMultiple(of: 2)
            ? await stage.text("/metrics") : await stage.text("/probe", query: ["target": "same"])
        }
      }
      for await text in group { #expect(text.contains("\nhean_up 1\n")) }
    }
    // A look that finds answers of two moments reads the status again.
    #expect((1...2).contains(statusReads()) && stage.tally.looks == 1, "\(engine.targets)")
    let once = engine.targets.count
    stage.clock.advance(.milliseconds(4_900))
    _ = await stage.text("/metrics")
    #expect(engine.targets.count == once)
    stage.clock.advance(.milliseconds(200))
    let later = ExporterStage.samples(await stage.text("/metrics"))
    #expect(engine.targets.count > once && later["hean_exporter_looks_total"] == "2", "\(later)")
  }

  @Test func `what an engine limits strictly is read seldom`() async throws {
    let engine = try Recording.server("running")
    defer { engine.stop() }
    let stage = try ExporterStage(engine.url)
    for _ in 0..<12 {
      _ = await stage.text("/metrics")
      stage.clock.advance(.seconds(5))
    }
    // In a minute: the limit of /health is 60, and that of /settings 30.
    #expect(engine.targets.count { $0 == "/health" } == 12)
    #expect(engine.targets.count { $0 == "/settings" } <= 1)
  }

  @Test func `ages go on while an answer is kept`() async throws {
    let engine = try Recording.server("running")
    defer { engine.stop() }
    let stage = try ExporterStage(engine.url)
    let first = ExporterStage.samples(await stage.text("/metrics"))
    stage.clock.advance(.seconds(3))
    let then = ExporterStage.samples(await stage.text("/metrics"))
    for name in ["hean_answer_age_seconds", "hean_price_age_seconds", "hean_tick_age_seconds"] {
      let ages = [first, then].compactMap { $0[name].flatMap { Decimal(string: $0) } }
      #expect(ages.count == 2 && ages[1] - ages[0] == 3, "\(name) \(ages)")
    }
  }

  @Test func `profiles are told apart, and an unknown one is told what there is`() async throws {
    let (engine, other) = (try Recording.server("running"), try Recording.server("stopped"))
    defer {
      engine.stop()
      other.stop()
    }
    let stage = try ExporterStage(engine.url, profiles: ["one": engine.url, "two": other.url, "bad": "ftp://x"])
    #expect(await stage.text("/probe", query: ["target": "one"]).contains(#"hean_engine_state{state="RUNNING"} 1"#))
    #expect(await stage.text("/probe", query: ["target": "two"]).contains(#"hean_engine_state{state="STOPPED"} 1"#))
    let unknown = await stage.reply("/probe", query: ["target": "three"])
    #expect(unknown.status == 404)
    let words = String(decoding: unknown.body, as: UTF8.self)
    #expect(words.contains("three") && words.contains("bad, one, two"), "\(words)")
    let hostile = await stage.reply("/probe", query: ["target": "three\u{1B}[31m"])
    #expect(hostile.status == 404 && !hostile.body.contains(0x1B))
    #expect(await stage.reply("/probe", query: ["target": "bad"]).status == 404)
    #expect(await stage.reply("/probe").status == 400)
    #expect(await stage.reply("/probe", query: ["target": "practice"]).status == 404)
    #expect(await stage.text("/").contains(#"<a href="/probe?target=one">one</a>"#))
  }

  @Test func `a profile that comes later is found`() async throws {
    let engine = try Recording.server("running")
    defer { engine.stop() }
    let stage = try ExporterStage(engine.url, profiles: ["one": engine.url])
    #expect(await stage.reply("/probe", query: ["target": "late"]).status == 404)
    try #"{"profiles":{"late":{"url":"\#(engine.url)"}}}"#.write(
      toFile: stage.home + "/.config/hean/config.json", atomically: true, encoding: .utf8)
    stage.clock.advance(.seconds(11))
    #expect(await stage.reply("/probe", query: ["target": "late"]).status == 200)
    #expect(await stage.reply("/probe", query: ["target": "one"]).status == 404)
  }

  @Test func `the key and the address of this run reach no other engine`() async throws {
    let keys = Mutex<[String?]>([])
    let other = try LoopbackServer(answering: { request in
      let key = request.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("x-api-key:") }
      keys.withLock { $0.append(key.map(String.init)) }
      return LoopbackServer.Answer(status: 500, body: "{}")
    })
    defer { other.stop() }
    let stage = try ExporterStage(
      "http://127.0.0.1:9", profiles: ["other": other.url],
      environment: ["HEAN_API_KEY": "secret-of-the-first", "HEAN_URL": "http://127.0.0.1:9"])
    _ = await stage.text("/probe", query: ["target": "other"])
    #expect(keys.withLock { $0 } == [nil])
  }

  @Test func `nothing is answered but reads, and no web page of another site`() async throws {
    let stage = try ExporterStage("http://127.0.0.1:9")
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
      let reply = await stage.reply("/metrics", method: method)
      #expect(reply.status == 405 && reply.headers["Allow"] == "GET, HEAD")
    }
    #expect(await stage.reply("/metrics", headers: ["host": "evil.example"]).status == 421)
    #expect(await stage.reply("/metrics", headers: ["origin": "http://evil.example"]).status == 403)
    #expect(await stage.reply("/-/healthy").status == 200)
    #expect(await stage.reply("/nothing").status == 404)
    #expect(stage.tally.looks == 0)
  }

  @Test func `another address than loopback has to be asked for in so many words`() async {
    for line in [["--listen", "0.0.0.0:0"], ["--listen", "[::]:9464"], ["--listen", "192.0.2.1:1"]] {
      let refused = await Console().run(["exporter"] + line)
      #expect(refused.code == .usage && refused.errors.contains("nobody is asked for a password"), "\(refused)")
    }
    for text in ["localhost:1", "1.2.3.4", "x", "127.0.0.1:99999", "127.0.0.1:", "::1:9464", "[::1"] {
      #expect(await Console().run("exporter", "--listen", text).code == .usage, "\(text)")
    }
    let unserved = await Console().run("exporter", "--listen", "192.0.2.1:1", "--listen-anywhere")
    #expect(unserved.code == .unreachable && unserved.errors.contains("is no address of this machine"), "\(unserved)")
  }
}
