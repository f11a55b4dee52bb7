/// Parts of a trade as sentences name them. What the engine did not tell is said in words.

extension Position {
  /// `long` or `short`; a word unknown to hean as the engine sent it.
  public var sideText: String { side?.rawValue ?? "of unknown side" }
  /// The size in base units.
  public var sizeText: String { size.map(Figures.quantity) ?? "of unknown size" }
}

extension Order {
  /// `buy` or `sell`; a word unknown to hean as the engine sent it.
  public var sideText: String { side?.rawValue ?? "of unknown side" }
  /// The ordered size in base units.
  public var sizeText: String { size.map(Figures.quantity) ?? "of unknown size" }
  /// The status in the engine's word.
  public var statusText: String { status?.rawValue ?? "status not known" }
}

extension Decision {
  /// The outcome in the engine's word.
  public var outcomeText: String { outcome?.rawValue ?? "outcome not known" }
}
