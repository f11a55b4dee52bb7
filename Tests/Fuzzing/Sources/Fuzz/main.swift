import Foundation

@testable import Properties

// libFuzzer brings a `main` of its own; SwiftPM insists on the one of this module, which hands over to the other.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private var count = CommandLine.argc
private var arguments = unsafe CommandLine.unsafeArgv
exit(
  unsafe runFuzzer(&count, &arguments) { start, count in
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    do throws(Violation) {
      try FuzzTarget.chosen.check(input)
    } catch {
      FileHandle.standardError.write(Data("\(FuzzTarget.chosen.rawValue): \(error)\n".utf8))
      // The input is kept when the process is aborted.
      abort()
    }
    return 0
  })
