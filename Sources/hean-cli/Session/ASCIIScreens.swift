extension ParsedLine {
  /// Whether screens may hold nothing but ASCII: asked for, or because the locale is not UTF-8. Without a locale it is
  /// taken for UTF-8.
  func isASCII(in environment: [String: String]) -> Bool {
    self[GlobalOptions.ascii] || BlockGlyphs.isUTF8(environment) == false
  }
}

extension Context {
  /// The same with streams that write text in ASCII. Bytes are data, and stay as they are.
  var inASCII: Context {
    var context = self
    context.output = output.inASCII
    context.errors = errors.inASCII
    return context
  }
}

extension Sink {
  fileprivate var inASCII: Sink {
    var sink = self
    let write = write
    sink.write = { try write(Glyphs.ascii($0)) }
    return sink
  }
}
