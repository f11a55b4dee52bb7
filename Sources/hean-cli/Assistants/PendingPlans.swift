import HeanCore

/// A plan that waits for a person in a terminal.
struct PendingPlan: Sendable, Equatable, Codable {
  var id: String
  var tool: String
  var client: String
  /// Which engine: profile and address.
  var engine: String
  /// The plan as a terminal shows it.
  var text: String
  var question: PlanQuestion
  var expires: Date
  /// What a person typed; `nil` before.
  var answer: String?

  /// What the operator runs.
  var command: String { CommandLines().text(.command(.approve, id, choosing: [])) }
}

/// The plans that wait for a person in a terminal, in a file that servers and terminals of one user share. A server believes
/// only the answer in it, and only for a plan that it made itself.
struct PendingPlans: Sendable {
  private struct Kept: Codable, Equatable { var plans: [PendingPlan] = [] }

  private static let most = 16
  private let file: StateFile<Kept>

  init(folder: String) {
    file = StateFile(
      path: "\(folder)/plans.json", limit: 256 << 10,
      damage: "is damaged: which plans wait cannot be read, so none can be agreed to", remedy: "move the file away")
  }

  /// Where servers keep what outlives a call.
  static func folder(_ environment: [String: String]) throws -> String {
    try UserDirectories(environment: environment).state() + "/assistants"
  }

  func add(_ plan: PendingPlan, at now: Date) throws {
    try file.change(from: Kept()) { kept in
      kept.plans = (kept.plans.filter { $0.expires > now } + [plan]).suffix(Self.most)
    }
  }

  func waiting(at now: Date) throws -> [PendingPlan] { try file.load()?.plans.filter { $0.expires > now } ?? [] }

  func plan(_ id: String, at now: Date) throws -> PendingPlan? { try waiting(at: now).first { $0.id == id } }

  /// - Returns: whether it is the answer: `false` for a plan that went meanwhile, or was answered in another terminal.
  func answer(_ id: String, _ text: String) throws -> Bool {
    try file.change(from: Kept()) { kept in
      guard let place = kept.plans.firstIndex(where: { $0.id == id }), kept.plans[place].answer == nil else {
        return false
      }
      kept.plans[place].answer = text
      return true
    }
  }

  /// Forgets it, whatever was answered.
  func remove(_ id: String) throws { try file.change(from: Kept()) { $0.plans.removeAll { $0.id == id } } }
}
