import HeanCore

/// One gate in the table, with the share of signals that pass it.
struct GateRow: Sendable {
  var gate: Gate
  var rejections: Int?
  /// 0 to 1; `nil` when signals were not counted or none came.
  var left: Double?

  static func rows(_ diagnosis: Diagnosis, window: Decimal) -> [GateRow] {
    let rejections = diagnosis.gates.map { diagnosis.rejections(at: $0, within: window) }
    let all = max(diagnosis.judged ?? 0, rejections.compactMap { $0 }.clampedSum())
    var left = all
    return zip(diagnosis.gates, rejections).map { gate, rejections in
      left = left.clampedSubtracting(rejections ?? 0)
      let fraction = all > 0 && rejections != nil ? max(0, min(1, Double(left) / Double(all))) : nil
      return GateRow(gate: gate, rejections: rejections, left: fraction)
    }
  }

  /// In a short window, gates that stop signals are kept and open gates are removed.
  static func cut(_ rows: [GateRow]) -> Screen.Cut {
    let weight: [Gate.State: Int] = [.closed: 0, .narrowed: 1, .unknown: 2, .open: 3]
    let order = rows.indices.sorted {
      (weight[rows[$0].gate.state] ?? 3, $0) < (weight[rows[$1].gate.state] ?? 3, $1)
    }
    return Screen.Cut(
      rows: "gates", order: order,
      least: max(4, rows.count { $0.gate.state == .closed || $0.gate.state == .narrowed }))
  }

  /// - Parameter width: of a terminal that is redrawn, where each gate has one line: a finding is cut to the space that
  ///   the other columns leave. Without it findings wrap.
  static func fields(window: Decimal, width: Int?, ages: Ages = .exact) -> [Field<GateRow>] {
    let rejected = "REJECTED \(Spans.short(window))"
    // The other columns and the gaps need 38 columns.
    let room = width.map { max(20, $0 - 38 - displayWidth(rejected)) }
    return [
      Field("gate", "GATE", "stable name", priority: 100) { $0.gate.id.message },
      Field(
        "state", "STATE", "open, narrowed, closed or unknown", priority: 100, value: { $0.gate.state }
      ) {
        Cell(ScreenMark($0.gate.state).rawValue, $0.gate.state.style)
      },
      Field(
        "died", rejected, "signals rejected here",
        .trailing, priority: 70, value: { $0.rejections }
      ) { Cell($0.rejections.map { $0 == 0 ? "" : "\($0)" } ?? "") },
      Field("left", "LEFT", "of all signals, behind this gate", priority: 45, value: { _ in String?.none }) {
        row in
        Cell(row.left.map { String(repeating: "█", count: Int(($0 * 8).rounded())) } ?? "", .faint)
      },
      Field("finding", "FINDING", "what was seen", .wrapping, priority: 100, value: { $0.gate.finding }) {
        row in
        let finding = ages.text(of: row.gate.finding)
        return Cell(room.map { truncated(finding, to: $0) } ?? finding)
      },
    ]
  }
}

extension Diagnosis {
  var exitCode: ExitCode {
    switch verdict {
    case .trading, .quiet, .holding, .waiting: .ok
    case .blocked, .ordersAfterStop: .conditionFalse
    case .unknown: .staleOrUnconfirmed
    }
  }

  var style: Style {
    switch verdict {
    case .trading: .good
    case .quiet, .holding, .waiting: .plain
    case .blocked, .ordersAfterStop: .bad
    case .unknown: .warning
    }
  }
}

extension Gate.State {
  var style: Style {
    switch self {
    case .open: .good
    case .narrowed, .unknown: .warning
    case .closed: .bad
    }
  }
}
