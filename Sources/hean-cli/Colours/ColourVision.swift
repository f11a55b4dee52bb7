/// How somebody sees colours: all of them, or with one kind of cone missing.
enum ColourVision: String, Sendable, CaseIterable {
  case normal, protanopia, deuteranopia, tritanopia

  /// What a colour looks like to them, computed with light and not with coded bytes, and cut off where no screen has it.
  func seen(_ light: LinearRGB) -> LinearRGB {
    let rows = matrix
    func row(_ place: Int) -> Double {
      min(1, max(0, rows[place][0] * light.red + rows[place][1] * light.green + rows[place][2] * light.blue))
    }
    return LinearRGB(red: row(0), green: row(1), blue: row(2))
  }

  /// How far apart two colours look to them, as CIEDE2000.
  func difference(_ first: SRGB, _ second: SRGB) -> Double {
    CIELab(seen(first.linear)).difference(from: CIELab(seen(second.linear)))
  }

  /// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
  /// at severity 1.
  private var matrix: [[Double]] {
    switch self {
    case .normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [
        [0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998],
      ]
    case .deuteranopia:
      [
        [0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881],
      ]
    case .tritanopia:
      [
        [1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900],
      ]
    }
  }
}
