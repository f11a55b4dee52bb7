import HeanCore

// Words of hean that stand in fields.

extension AlertChange.Kind: FieldWord {}
extension AlertTier: FieldWord {}
extension ChartLevel.Kind: FieldWord {}
extension ChartStyle: FieldWord {}
extension DeliberateStop.Kind: FieldWord {}
extension Diagnosis.Verdict: FieldWord {}
extension BookJoin.Verdict: FieldWord {}
extension Comparison.Topic: FieldWord {}
extension Comparison.Verdict: FieldWord {}
extension DrawdownThreshold.Base: FieldWord {}
extension DrawdownThreshold.Effect: FieldWord {}
extension EngineChange.Kind: FieldWord {}
extension EngineChange.Subject: FieldWord {}
extension EngineCheck.ID: FieldWord {}
extension EnginePart: FieldWord {}
extension EquityCurve.Basis: FieldWord {}
extension EquityTruth.Verdict: FieldWord {}
extension ExitLevel: FieldWord {}
extension Gate.ID: FieldWord {}
extension Gate.State: FieldWord {}
extension Hazard.Kind: FieldWord {}
extension Incident.Kind: FieldWord {}
extension JudgedStep.Aim: FieldWord {}
extension KillSwitchTruth.Verdict: FieldWord {}
extension MoneyVerdict.Protector: FieldWord {}
extension MoneyVerdict.State: FieldWord {}
extension OperatingMode: FieldWord {}
extension OperationOutcome: FieldWord {}
extension PanicProof.Verdict: FieldWord {}
extension PluginState: FieldWord {}
extension PriceSpan.Source: FieldWord {}
extension PositionDoubt: FieldWord {}
extension Reason.Severity: FieldWord {}
extension RiskChange.Subject: FieldWord {}
extension SignalTrace.Match: FieldWord {}
extension SignalTrace.Stage: FieldWord {}
extension Statistic.Name: FieldWord {}
extension Statistic.Unit: FieldWord {}
extension StopBasis.Verdict: FieldWord {}
extension StopMoment.Kind: FieldWord {}
extension StreamEvent.Origin: FieldWord {}
extension Timeframe: FieldWord {}
extension Topic: FieldWord {}

// Words of hean about its own looks.

extension ThemeCheck.Kind: FieldWord {}
extension ThemeName: FieldWord {}
extension ColourDepth: FieldWord {}
extension ColourVision: FieldWord {}
extension Token: FieldWord {}

// Words of the engine.

extension DecisionOutcome: FieldEngineWord {}
extension EngineState: FieldEngineWord {}
extension OrderSide: FieldEngineWord {}
extension OrderStatus: FieldEngineWord {}
extension PositionSide: FieldEngineWord {}
extension RiskState: FieldEngineWord {}
