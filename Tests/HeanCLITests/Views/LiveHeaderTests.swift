import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// The line above the panes, in every width.
struct LiveHeaderTests {
  private static let headers: [(name: String, header: LiveHeaderView)] = [
    ("practice", LiveHeaderView(mode: .practice, place: "practice", engine: engine, connection: .live, lock: .locked)),
    (
      "mainnet, unlocked",
      LiveHeaderView(
        mode: .mainnet, place: "prod", engine: engine, connection: .polling, priceAge: 12, lock: .unlocked(239))
    ),
    (
      "not answering",
      LiveHeaderView(
        mode: .mainnet, place: "https://engine.example:8000", engine: engine, connection: .old(12), priceAge: 75,
        lock: .unlocked(nil))
    ),
    (
      "silent, nothing known",
      LiveHeaderView(mode: .unknown, place: "127.0.0.1:8000", connection: .silent(95), lock: .unlocked(40))
    ),
    ("first look", LiveHeaderView(mode: .unknown, place: "prod", connection: .connecting, lock: .locked)),
  ]

  private static let engine = EngineStatus(state: .running, isRunning: true)

  private func view(_ width: Int, isASCII: Bool = false) -> Viewpoint {
    Viewpoint(
      now: Console.now, zone: .utc, sourceURL: "http://127.0.0.1:8000", commands: CommandLines(), keyAdvice: "",
      isTable: true, width: width, glyphs: BlockGlyphs(isUnicode: !isASCII), isColoured: false)
  }

  @Test func `what matters least is left out first`() throws {
    var text = ""
    for (name, header) in Self.headers {
      text += "=== \(name)\n"
      for rows in [1, 2] {
        for width in [38, 80, 140] {
          let lines = header.lines(rows: rows, view(width), Palette(isEnabled: false))
          text += lines.joined(separator: "\n") + "\n"
        }
      }
    }
    try Expected.compare(text, with: "live/header.txt")
  }

  @Test func `it is never wider than its width, and the banner is never left out`() {
    for (_, header) in Self.headers {
      for width in 1...160 {
        for rows in [1, 2] {
          for palette in [Palette(isEnabled: false), Palette(isEnabled: true)] {
            let lines = header.lines(rows: rows, view(width), palette).map(Palette.unpainted)
            #expect(lines.count == rows && lines.allSatisfy { displayWidth($0) <= width }, "\(width): \(lines)")
            let label = header.mode.label
            #expect(width < label.count + 2 ? lines[0].first == label.first : lines[0].hasPrefix(" \(label) "))
          }
        }
      }
    }
  }

  @Test func `what does not answer is said before all other words`() {
    let header = Self.headers[2].header
    for width in 30...160 {
      let line = header.lines(rows: 1, view(width), Palette(isEnabled: false))[0]
      #expect(line.contains("NO ANSWER 12s"), "\(width): \(line)")
    }
  }

  @Test func `text from outside cannot move the cursor`() {
    var header = Self.headers[0].header
    header.place = "prod\u{1B}[2J\n"
    let line = header.lines(rows: 1, view(140), Palette(isEnabled: false))[0]
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
  }
}
