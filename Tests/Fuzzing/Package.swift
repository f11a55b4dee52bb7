// swift-tools-version: 6.2
import PackageDescription

// The fuzzer, apart from the console's package: everything is built with coverage for libFuzzer, and the sources of
// `hean` are a library here, because one executable cannot be linked with another.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "fuzzing",
  targets: [
    .target(name: "HeanCore", swiftSettings: settings),
    .target(name: "HeanNetworking", dependencies: ["HeanCore"], swiftSettings: settings),
    .target(name: "HeanPractice", dependencies: ["HeanCore"], swiftSettings: settings),
    .target(
      name: "hean", dependencies: ["HeanCore", "HeanNetworking", "HeanPractice"], path: "Sources/HeanCLI",
      exclude: ["Program/Main.swift"], swiftSettings: settings),
    .target(
      name: "Properties", dependencies: ["hean", "HeanCore", "HeanNetworking", "HeanPractice"],
      swiftSettings: settings),
    .executableTarget(name: "fuzz", dependencies: ["Properties"], path: "Sources/Fuzz", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
