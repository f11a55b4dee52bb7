import HeanCore
import Synchronization

/// Worlds with their half hour of history, as they were first made in this process. The same configuration and the same
/// moment give the same world, and making it takes longer than most that is done with it: a process that asks for the
/// same world many times, as tests do, waits once.
enum WarmWorlds {
  private struct Beginning: Equatable {
    var configuration: PracticeConfiguration
    var now: Date
  }

  private static let limit = 64
  private static let made = Mutex<[(beginning: Beginning, world: World)]>([])

  static func world(_ configuration: PracticeConfiguration, now: Date) -> World {
    let beginning = Beginning(configuration: configuration, now: now)
    if let world = made.withLock({ made in made.first { $0.beginning == beginning }?.world }) { return world }
    let world = World(configuration: configuration, now: now)
    made.withLock { made in
      made.insert((beginning, world), at: 0)
      made.removeLast(max(0, made.count - limit))
    }
    return world
  }
}
