/// What `hean exchange check` looks at, in its order.
enum ExchangeCheckName: String, FieldWord {
  case address, clock, key, permissions, expiry, binding, limits
}
