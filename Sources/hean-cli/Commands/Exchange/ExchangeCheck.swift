import HeanCore

/// Whether the exchange can be asked, step by step.
struct ExchangeCheck: Sendable {
  let exchange: ExchangeConnection
  let now: Date

  private typealias Row = Finding<ExchangeCheckName>

  /// Days before the end of a key that are worth a word.
  private static let lastDays: TimeInterval = 14

  func findings() async -> [Finding<ExchangeCheckName>] {
    var found: [Row]
    do throws(ExchangeError) {
      let clock = try await exchange.reader.clock()
      found = [
        Row(.address, .ok, "\(exchange.url) answers, in \(Spans.text(clock.roundTrip))"), Self.finding(of: clock),
      ]
    } catch {
      let failure = Failure(exchange: error, url: exchange.url)
      return [Row(.address, failed: failure)] + Self.skipped(after: .address, "the exchange was not reached")
    }
    do throws(ExchangeError) {
      let rights = try await exchange.reader.keyRights()
      found.append(Row(.key, .ok, "the key and its secret are taken"))
      found += [Self.permissions(of: rights), expiry(of: rights), Self.binding(of: rights)]
    } catch {
      found.append(Row(.key, failed: Failure(exchange: error, url: exchange.url)))
      return found + Self.skipped(after: .key, "the key was not taken")
    }
    return found + [await limits()]
  }

  private static func skipped(after last: ExchangeCheckName, _ reason: String) -> [Row] {
    ExchangeCheckName.allCases.drop { $0 != last }.dropFirst().map { Row($0, .skip, reason) }
  }

  private static func finding(of clock: ExchangeClock) -> Row {
    let offset = EngineTime.offset(
      told: Date(timeIntervalSince1970: clock.offset), at: Date(timeIntervalSince1970: 0))
    guard offset != 0 else { return Row(.clock, .ok, "this machine's clock agrees with the exchange's") }
    let seen = "this machine's clock is \(Spans.text(abs(offset))) \(offset > 0 ? "behind" : "ahead of") the exchange's"
    let remedy: Guidance = "let NTP set the clock of this machine: timedatectl set-ntp true"
    guard clock.isWithinWindow else {
      return Row(
        .clock, .warn, seen + ": the exchange refuses its time, so questions are signed with the exchange's",
        remedy: remedy)
    }
    return Row(.clock, .warn, seen, remedy: remedy)
  }

  private static func permissions(of rights: ExchangeKeyRights) -> Row {
    let words = rights.words.isEmpty ? "nothing is ticked" : rights.words
    guard rights.dangers.isEmpty else {
      return Row(.permissions, failed: Failure(exchange: .unsafeKey(rights.dangers), url: ""))
    }
    guard rights.missing.isEmpty else {
      return Row(
        .permissions, .warn, "read only: \(words); it may lack \(rights.missing.joined(separator: " and "))",
        remedy: "tick them under Unified Trading for this key, still read-only")
    }
    return Row(.permissions, .ok, "read only: \(words)")
  }

  private func expiry(of rights: ExchangeKeyRights) -> Row {
    guard let end = rights.expiresAt else { return Row(.expiry, .ok, "the exchange tells no end of the key") }
    let left = end.timeIntervalSince(now)
    let date = EngineTime.shortest(end)
    if left <= 0 {
      return Row(.expiry, failed: Failure(.notAuthorised, "the key ended at \(date)", nextStep: Failure.readOnlyKey))
    }
    let seen = "the key ends at \(date), in \(Spans.text(left))"
    guard left < Self.lastDays * 86_400 else { return Row(.expiry, .ok, seen) }
    return Row(
      .expiry, .warn, seen, remedy: "make the next one in time, or bind the key to an address: then it has no end")
  }

  private static func binding(of rights: ExchangeKeyRights) -> Row {
    guard rights.addresses.isEmpty else {
      return Row(.binding, .ok, "the key is bound to \(Figures.listed(rights.addresses, most: 4))")
    }
    return Row(
      .binding, .warn, "the key is bound to no address: whoever has it can read the account from anywhere",
      remedy: "bind it to the address of this machine at Bybit; it has no end then either")
  }

  private func limits() async -> Row {
    let told = await exchange.reader.limits
    guard let least = told.min(by: { $0.left < $1.left }) else {
      return Row(.limits, .skip, "the answers tell no limits")
    }
    let seen = told.map { "\($0.path): \($0.left)\($0.limit.map { " of \($0)" } ?? "") left" }.joined(separator: "; ")
    guard least.left > 0 else {
      return Row(.limits, .warn, seen, remedy: "wait a second; requests of other programs with this key count, too")
    }
    return Row(.limits, .ok, seen)
  }
}
