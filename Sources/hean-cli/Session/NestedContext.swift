extension Context {
  /// For a run inside another one, with limits of its own: they end it and never the run around it.
  var nested: Context {
    var context = self
    context.interruption = InterruptionGuard(errors: nil)
    context.expire = { _, _ in {} }
    context.waits = nil
    context.observe = nil
    context.workLimit = WorkLimit()
    context.once = OnlyOnce()
    return context
  }
}
