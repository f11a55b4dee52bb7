import HeanCore

/// A plan that was given out to be agreed to, as one word that nobody else can make: what would be sent, on which engine, by
/// which arguments, after which question, until when.
struct SealedPlan: Sendable, Equatable, Codable {
  /// Different for each plan; it can be used once.
  var nonce: String
  var tool: String
  /// Digest of the arguments.
  var arguments: String
  /// Digest of profile and address.
  var target: String
  /// Token of the preview: what it showed must be so still.
  var token: String
  var question: PlanQuestion
  /// In seconds since 1970.
  var expires: Int64

  /// How long (seconds) a plan can be agreed to; its token lives no longer.
  static let lifetime: TimeInterval = 300

  static func digest(_ arguments: [String: JSONValue]) -> String { digest(JSONText.compact(.object(arguments))) }

  static func digest(_ text: String) -> String { SHA256.digest(Array(text.utf8)).hexadecimal }
}

/// Why a sealed plan is not taken.
enum SealProblem: String, Error, Sendable, CaseIterable {
  case foreign = "it was not given out by this server, or it was changed"
  case expired = "the plan is too old"
  case used = "the plan was used"
  case otherArguments = "it belongs to another call: tool or arguments differ"
  case otherTarget = "the engine that is meant has changed since"
}

/// Seals plans and takes each once. The key is that of one run and is kept nowhere: what another server gave out, or this one
/// before it ended, is foreign.
struct PlanSeal: Sendable {
  private let key: [UInt8]
  private var used: [String: Int64] = [:]

  /// - Parameter key: random; 32 bytes.
  init(key: [UInt8]) { self.key = key }

  static func randomKey() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  func seal(_ plan: SealedPlan) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = try encoder.encode(plan).base64EncodedString()
    return "\(text).\(code(of: text))"
  }

  /// - Throws: why it is not taken. What is taken cannot be taken again.
  mutating func take(
    _ text: String, tool: String, arguments: [String: JSONValue], target: String, at now: Date
  ) throws(SealProblem) -> SealedPlan {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.areEqual(Array(code(of: String(parts[0])).utf8), Array(parts[1].utf8)),
      let data = Data(base64Encoded: String(parts[0])),
      let plan = try? JSONDecoder().decode(SealedPlan.self, from: data)
    else { throw .foreign }
    let now = Int64(now.timeIntervalSince1970)
    guard now <= plan.expires, plan.expires - now <= Int64(SealedPlan.lifetime) else { throw .expired }
    guard used[plan.nonce] == nil else { throw .used }
    guard plan.tool == tool, plan.arguments == SealedPlan.digest(arguments) else { throw .otherArguments }
    guard plan.target == target else { throw .otherTarget }
    used = used.filter { $0.value >= now }
    used[plan.nonce] = plan.expires
    return plan
  }

  private func code(of text: String) -> String {
    SHA256.authenticationCode(of: Array(text.utf8), key: key).hexadecimal
  }

  /// Takes as long however much is equal.
  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
