/// What a key may do, from `GET /v5/user/query-api`.
package struct ExchangeKeyRights: WireDecodable {
  /// `nil` when the exchange did not say.
  package var isReadOnly: Bool?
  /// What is ticked, by area: `ContractTrade` with `Order` and `Position`.
  package var permissions: [String: [String]]
  /// The addresses from which it may be used; empty when it is bound to none.
  package var addresses: [String]
  /// `nil` when it does not expire, or when the exchange did not say.
  package var expiresAt: Date?

  package init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isReadOnly = wire.integer("readOnly").map { $0 == 1 }
    permissions = try wire.value([String: [String]].self, "permissions") ?? [:]
    addresses = try wire.value([String].self, "ips")?.filter { !$0.isEmpty && $0 != "*" } ?? []
    expiresAt = wire.date("expiredAt")
  }

  /// Why it must not be used here, each as a clause; empty for a key that can only read.
  package var dangers: [String] {
    var found: [String] = []
    switch isReadOnly {
    case true?: break
    case false?: found.append("it may trade")
    case nil: found.append("the exchange does not say that it can only read")
    }
    let withdrawing = permissions.values.contains { $0.contains { $0.lowercased().contains("withdraw") } }
    if withdrawing { found.append("it may withdraw") }
    return found
  }

  /// Rights that the reads of this console need and that the key lacks, as the exchange's page names them.
  package var missing: [String] {
    let contract = Set(permissions["ContractTrade"] ?? [])
    let isDerivative = !(permissions["Derivatives"] ?? []).isEmpty
    guard !isDerivative else { return [] }
    return [("Order", "Orders"), ("Position", "Positions")].compactMap { contract.contains($0.0) ? nil : $0.1 }
  }

  /// What is ticked, in words: `ContractTrade (Order, Position)`.
  package var words: String {
    let ticked = permissions.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    return ticked.map { "\($0.key) (\($0.value.joined(separator: ", ")))" }.joined(separator: ", ")
  }
}
