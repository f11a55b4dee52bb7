#if canImport(FoundationNetworking)
  // On Linux, URLSession is in a module of its own.
  @_exported public import FoundationNetworking
#endif
