// What the project takes from Foundation and the C library's mathematics, for all its targets. On Linux Foundation itself
// brings ICU along: 42 MB of data, a slower start, and a locale that can end the process.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
  #if canImport(Musl)
    @_exported public import func Musl.atan2
    @_exported public import func Musl.cbrt
    @_exported public import func Musl.cos
    @_exported public import func Musl.exp
    @_exported public import func Musl.log10
    @_exported public import func Musl.pow
    @_exported public import func Musl.sin
    @_exported public import func Musl.sqrt
  #else
    @_exported public import func Glibc.atan2
    @_exported public import func Glibc.cbrt
    @_exported public import func Glibc.cos
    @_exported public import func Glibc.exp
    @_exported public import func Glibc.log10
    @_exported public import func Glibc.pow
    @_exported public import func Glibc.sin
    @_exported public import func Glibc.sqrt
  #endif
#else
  @_exported public import Foundation
#endif
