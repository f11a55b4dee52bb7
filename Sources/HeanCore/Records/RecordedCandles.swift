extension RecordedPast {
  /// Closed candles of a symbol, made of its recorded prices, oldest first, in the engine's shape. A time without a price has
  /// no candle. Of each second one price is recorded, so highs and lows can be a little narrower than the engine's own.
  func candles(_ symbol: String, _ timeframe: Timeframe) -> [ArraySlice<UInt8>] {
    let mark = Array("\"\(symbol)\":[".utf8)
    var candles: [ArraySlice<UInt8>] = []
    var bar: Bar?
    for row in prices {
      guard let price = Self.price(after: mark, in: row.body) else { continue }
      let opening = timeframe.opening(of: row.at)
      if bar?.opening == opening {
        bar?.add(price)
      } else {
        if let bar { candles.append(bar.text(symbol, timeframe)) }
        bar = Bar(opening, price)
      }
    }
    // The last one may go on after the time that is meant.
    let known = min(until, lastLook ?? until)
    if let bar, bar.opening.addingTimeInterval(TimeInterval(timeframe.seconds)) <= known {
      candles.append(bar.text(symbol, timeframe))
    }
    return candles
  }

  /// The last price of a symbol and when it was, with the best bid and ask where they were told.
  package func lastPrice(_ symbol: String) -> (at: Date, price: Decimal, bid: Decimal?, ask: Decimal?)? {
    let mark = Array("\"\(symbol)\":[".utf8)
    for row in prices.reversed() {
      guard let price = Self.price(after: mark, in: row.body) else { continue }
      guard case .array(let figures)? = (try? JSONValue(reading: Data(row.body)))?[symbol], figures.count == 3 else {
        return (row.at, price, nil, nil)
      }
      return (row.at, price, figures[1].number, figures[2].number)
    }
    return nil
  }

  /// Open, high, low and close of the time from `opening` on.
  private struct Bar {
    let opening: Date
    let open: Decimal
    var (high, low, close): (Decimal, Decimal, Decimal)

    init(_ opening: Date, _ price: Decimal) {
      self.opening = opening
      open = price
      (high, low, close) = (price, price, price)
    }

    mutating func add(_ price: Decimal) {
      high = max(high, price)
      low = min(low, price)
      close = price
    }

    func text(_ symbol: String, _ timeframe: Timeframe) -> ArraySlice<UInt8> {
      let end = opening.addingTimeInterval(TimeInterval(timeframe.seconds))
      return Array(
        JSONText.data([
          "symbol": .string(symbol), "timeframe": .string(timeframe.rawValue), "open": .number(open),
          "high": .number(high), "low": .number(low), "close": .number(close), "volume": 0,
          "open_time": .string(EngineTime.format(opening)), "close_time": .string(EngineTime.format(end)),
        ]))[...]
    }
  }

  private static func price(after mark: [UInt8], in body: ArraySlice<UInt8>) -> Decimal? {
    guard let first = mark.first, body.count > mark.count else { return nil }
    var place = body.startIndex
    let last = body.endIndex - mark.count
    while place < last {
      if body[place] == first, body[place..<place + mark.count].elementsEqual(mark) {
        let digits = body[(place + mark.count)...].prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "]") }
        return Decimal(string: String(decoding: digits, as: UTF8.self))
      }
      place += 1
    }
    return nil
  }
}
