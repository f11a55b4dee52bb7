/// Which exchange an engine trades at, as a profile names it: Bybit's API v5, its linear perpetuals in USDT.
package enum ExchangeName: String, CaseIterable, Sendable {
  case bybit
  case bybitTestnet = "bybit-testnet"

  /// Where it answers.
  package var address: String {
    switch self {
    case .bybit: "https://api.bybit.com"
    case .bybitTestnet: "https://api-testnet.bybit.com"
    }
  }
}
