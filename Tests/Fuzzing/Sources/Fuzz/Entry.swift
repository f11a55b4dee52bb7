import Foundation

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["HEAN_FUZZ"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("HEAN_FUZZ is '\(name)', not one of \(known)\n".utf8))
    exit(64)
  }
  return target
}()

/// What libFuzzer calls for each input. It keeps the input when the process is aborted.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  do throws(Violation) {
    try target.check(input)
  } catch {
    FileHandle.standardError.write(Data("\(target.rawValue): \(error)\n".utf8))
    abort()
  }
  return 0
}
