extension Statistic.Name {
  /// The figure that a word names: by its name, its title, or what it is often called. Only letters and digits are compared,
  /// in any case.
  package init?(explained word: String) {
    let wanted = word.lettersAndDigits
    let found = Self.allCases.first { name in
      [name.rawValue, name.title, name.alias].compactMap(\.self).contains { $0.lettersAndDigits == wanted }
    }
    guard let found, !wanted.isEmpty else { return nil }
    self = found
  }

  /// Another word for it.
  package var alias: String? {
    switch self {
    case .sharpe: "sharpe"
    case .sortino: "sortino"
    case .calmar: "calmar"
    case .valueAtRisk: "var"
    case .expectedShortfall: "cvar"
    case .payoff: "payoff"
    case .longestWins: "winning streak"
    case .longestLosses: "losing streak"
    case .exposureTime: "time in market"
    case .profitFactor: "pf"
    case .feeShare, .averageHeld, .winRate, .expectancy, .volatility, .maxDrawdown: nil
    }
  }
}
