import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What is found of one staged engine whose trading was stopped.
struct OrdersAfterStopCase: Sendable, CustomTestStringConvertible {
  struct Found: Sendable, Equatable {
    var stop: StopMoment.Kind?
    var isGoingOn = true
    var orders: Int?
    var opened: [String] = []
    var age: Decimal?
    var notional: Decimal?
  }

  var testDescription: String
  var told: [Told]
  var stops: [StopMoment]
  var earlier: RememberedLook?
  /// `nil` when nothing is to be found.
  var found: Found?

  /// - Parameter stops: what is remembered; an emergency of 40 s ago by default.
  init(
    _ name: String, _ told: [Told] = [], stops: [StopMoment] = [RememberedStopTests.stop(.emergency, 40)],
    earlier: RememberedLook? = nil, _ found: Found? = nil
  ) {
    testDescription = name
    self.told = told
    self.stops = stops
    self.earlier = earlier
    self.found = found
  }

  func check(at place: SourceLocation = #_sourceLocation) throws {
    var snapshot = try EngineSnapshot.staged([.state(), .omits(.orders(.all)), .says(.metrics, "{}")] + told)
    snapshot.remembered = RememberedStopTests.engine(stops)
    snapshot.remembered.earlier = earlier
    let seen = OrdersAfterStop(snapshot).map { orders in
      Found(
        stop: orders.stop?.kind, isGoingOn: orders.isGoingOn, orders: orders.orders,
        opened: orders.opened.map(\.symbol), age: orders.age, notional: orders.orderedNotional)
    }
    #expect(seen == found, sourceLocation: place)
  }
}
