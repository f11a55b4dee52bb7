import HeanCore

extension Cell {
  /// `buy` or `sell`; whatever else it is, as it was sent.
  static func orderSide(_ side: OrderSide?) -> Cell {
    side.map { Cell($0.rawValue, $0 == .buy ? .long : $0 == .sell ? .short : .plain) } ?? .missing
  }

  /// `long` or `short`; whatever else it is, as it was sent.
  static func positionSide(_ side: PositionSide?) -> Cell {
    side.map { Cell($0.rawValue, $0 == .long ? .long : $0 == .short ? .short : .plain) } ?? .missing
  }
}
