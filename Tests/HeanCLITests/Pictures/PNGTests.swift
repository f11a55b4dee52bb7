import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Charts as pixels: that other programs can read the file, and that the pixels are where the picture has them.
struct PNGTests {
  /// What an independent decoder makes of a file: its size, its texts, then a hash of red, green and blue of every pixel.
  private static let decoder = """
    import sys, zlib, struct
    data = open(sys.argv[1], 'rb').read()
    assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
    place, packed, names = 8, b'', []
    while place < len(data):
        size, = struct.unpack('>I', data[place:place + 4])
        kind, body = data[place + 4:place + 8], data[place + 8:place + 8 + size]
        assert struct.unpack('>I', data[place + 8 + size:place + 12 + size])[0] == zlib.crc32(kind + body), kind
        names.append(kind.decode())
        if kind == b'IHDR': width, height, depth, colour, how, filters, lace = struct.unpack('>IIBBBBB', body)
        if kind == b'IDAT': packed += body
        place += 12 + size
    raw = zlib.decompress(packed)
    assert (depth, colour, how, filters, lace) == (8, 2, 0, 0, 0) and len(raw) == height * (width * 3 + 1)
    above, pixels = bytearray(width * 3), b''
    for row in range(height):
        line = raw[row * (width * 3 + 1):(row + 1) * (width * 3 + 1)]
        assert line[0] == 2
        above = bytearray((a + b) & 255 for a, b in zip(above, line[1:]))
        pixels += bytes(above)
    print(width, height, ','.join(names), zlib.crc32(pixels))
    """

  private func decoded(_ path: String) async throws -> [String] {
    let script = try TemporaryDirectory()
    let file = try script.write(Self.decoder, to: "decode.py")
    let path = ProcessInfo.processInfo.environment["PATH"].map { [$0, path] } ?? ["/usr/bin:/bin", path]
    let ran = try await ChildProcess.run(
      ["/usr/bin/env", "python3", file, path[1]], environment: ["PATH": path[0]], deadline: .seconds(60))
    #expect(ran.end == .exited(code: 0))
    return String(decoding: ran.output, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private func decoded(_ canvas: PixelCanvas) async throws -> [String] {
    let folder = try TemporaryDirectory()
    try PNG.data(canvas, description: "größer").write(to: URL(filePath: folder.file("a.png")))
    return try await decoded(folder.file("a.png"))
  }

  @Test func `another program reads the same pixels, whatever they are`() async throws {
    var noise = PixelCanvas(width: 67, height: 41)
    var dice = Dice(seed: 7)
    for y in 0..<41 {
      for x in 0..<67 {
        let colour = SRGB(UInt32(truncatingIfNeeded: dice.next()) & 0xFFFFFF)
        noise.fill(x: Double(x)...Double(x + 1), y: Double(y)...Double(y + 1), colour)
      }
    }
    var lines = PixelCanvas(width: 700, height: 300)
    lines.stroke([(0, 0), (350, 299), (700, 20)], width: 3, SRGB(0x1F4FD8))
    for canvas in [noise, lines, PixelCanvas(width: 1, height: 1), PixelCanvas(width: 40_000, height: 3)] {
      let told = try await decoded(canvas)
      #expect(
        told == ["\(canvas.width)", "\(canvas.height)", "IHDR,tEXt,iTXt,IDAT,IEND", "\(CRC32.of(canvas.bytes))"])
    }
  }

  @Test func `checksums are those of the standards`() {
    #expect(CRC32.of("123456789".utf8) == 0xCBF4_3926 && CRC32.of([]) == 0)
    #expect(Zlib.adler(Array("Wikipedia".utf8)) == [0x11, 0xE6, 0x03, 0x98])
    #expect(Zlib.adler([UInt8](repeating: 0xFF, count: 100_000)).count == 4)
  }

  private func pixel(_ canvas: PixelCanvas, _ x: Int, _ y: Int) -> [UInt8] {
    Array(canvas.bytes[(y * canvas.width + x) * 3..<(y * canvas.width + x) * 3 + 3])
  }

  @Test func `what covers half of a pixel colours it by half, and what is outside is not drawn`() {
    var canvas = PixelCanvas(width: 4, height: 4)
    canvas.fill(x: 1...2.5, y: 0...1, SRGB(0x000000))
    #expect(pixel(canvas, 1, 0) == [0, 0, 0] && pixel(canvas, 2, 0) == [128, 128, 128])
    #expect(pixel(canvas, 0, 0) == [255, 255, 255] && pixel(canvas, 1, 1) == [255, 255, 255])
    let before = canvas.bytes
    canvas.fill(x: -9...(-1), y: 0...4, SRGB(0xFF0000))
    canvas.fill(x: 0...4, y: 7...900, SRGB(0xFF0000))
    canvas.fill(x: 5...1e300, y: 0...4, SRGB(0xFF0000))
    canvas.stroke([(.nan, 1), (.infinity, 2)], width: 1, SRGB(0xFF0000))
    canvas.stroke([(-90, -90), (-80, -70)], width: 1, SRGB(0xFF0000))
    canvas.write("X", x: -1e300, baseline: 1e300, .regular, size: 4, SRGB(0xFF0000))
    #expect(canvas.bytes == before)
  }

  @Test func `letters stand on their baseline, and each is another one`() {
    var canvas = PixelCanvas(width: 7, height: 13)
    canvas.write("I", x: 0, baseline: 11, .regular, size: 1, SRGB(0x000000))
    let dark = (0..<13).map { row in (0..<7).contains { pixel(canvas, $0, row) == [0, 0, 0] } }
    #expect(dark.lastIndex(of: true) == 10 && dark.first == false)
    let glyphs = (0x20...0x7E).compactMap { Unicode.Scalar($0) }.map { Array(BitmapFont.regular.glyph($0)) }
    #expect(Set(glyphs).count == glyphs.count && glyphs.allSatisfy { $0.count == BitmapFont.height })
    #expect(BitmapFont.bold.glyph("·").contains { $0 != 0 } && BitmapFont.bold.glyph("é") == BitmapFont.bold.glyph("?"))
  }

  private func server() throws -> LoopbackServer {
    try Recording.server(
      "running",
      changes: [
        ChartScreensTests.target(): .init(body: ChartScreensTests.klines(gapAt: 60)),
        "/api/v1/market/ticker?symbol=BTCUSDT": ChartScreensTests.ticker,
      ])
  }

  @Test func `a chart as pixels is as large as was asked for, and has the same picture each time`() async throws {
    let server = try server()
    defer { server.stop() }
    let folder = Console.freshHome()
    var sums: Set<String> = []
    for (name, words) in [("a", []), ("b", []), ("c", ["--type", "area"])] {
      let file = "\(folder)/\(name).png"
      let ran = await Console(columns: 80).run(
        ["chart", "btc", "-i", "ema:5", "--png", file, "--png-scale", "1", "--url", server.url] + words)
      #expect(ran.code == .ok && ran.errors.contains("wrote \"\(file)\""), "\(ran)")
      let told = try await decoded(file)
      #expect(told.prefix(2) == ["960", "438"])
      sums.insert(told.last ?? "")
    }
    #expect(sums.count == 2)
    let large = await Console(columns: 80).run(
      "chart", "btc", "-i", "rsi", "--png", folder + "/a.png", "--url", server.url)
    #expect(large.code == .ok, "it is replaced, because hean has made it")
    #expect(try await decoded(folder + "/a.png").prefix(2) == ["1920", "1056"])
    #expect(try FileStatus.of(folder + "/a.png").permissions == .ownerOnly)
  }

  @Test func `hostile candles do not trap`() async throws {
    let bad = #"""
      {"klines":[{"timeframe":"1m","open":1e29,"high":1e29,"low":1e-30,"close":1,"volume":1e29,
      "open_time":"2026-11-21T01:39:00"},{"timeframe":"1m","open":1,"high":2,"low":0.5,"close":1.5,"open_time":1795225200},
      {"timeframe":"1m","open":3,"high":1e125,"low":1e-120,"close":3,"open_time":"2026-11-21T01:41:00"}]}
      """#
    let server = try Recording.server("running", changes: [ChartScreensTests.target(): .init(body: bad)])
    defer { server.stop() }
    let file = Console.freshHome() + "/a.png"
    for words in [[], ["--type", "area"], ["--type", "line"], ["-i", "ichimoku", "-i", "macd", "-i", "obv"]] {
      let ran = await Console(columns: 80).run(
        ["chart", "btc", "--png", file, "--png-scale", "1", "--url", server.url] + words)
      #expect(ran.code == .ok, "\(ran.errors)")
    }
  }

  @Test func `a picture that hean has not made is never replaced`() async throws {
    let server = try server()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    for text in ["mine", "\u{89}PNG"] {
      let file = try folder.write(text, to: "photo.png")
      let ran = await Console().run("chart", "btc", "--png", file, "--png-scale", "1", "--url", server.url)
      #expect(ran.code == .cannotWrite && ran.errors.contains("it exists and is no PNG picture of hean"), "\(ran)")
      #expect(try folder.text("photo.png") == text && folder.names() == ["photo.png"])
    }
    let other = Array(PNG.data(PixelCanvas(width: 2, height: 2), description: ""))
    #expect(PNG.isOwn(other) && PNG.isOwn(other.prefix(PNG.headLength)) && !PNG.isOwn(other.prefix(40)))
    let photograph = PNG.signature + other[8..<33] + other[(33 + 12 + 13)...]
    #expect(!PNG.isOwn(photograph), "a PNG of another program")
    let scale = await Console().run("chart", "btc", "--png-scale", "3", "--url", server.url)
    #expect(scale.code == .usage && scale.errors.contains("--png FILE"))
  }
}
