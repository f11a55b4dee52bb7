// swift-tools-version: 6.2
import PackageDescription

// Each setting's reason: SE-0335, SE-0444, SE-0409, SE-0461, SE-0470, SE-0481, SE-0458, SE-0480.
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
  name: "hean",
  products: [
    .executable(name: "hean", targets: ["hean"]),
    .executable(name: "hean-urlsession", targets: ["hean-urlsession"]),
    .library(name: "HeanCore", targets: ["HeanCore"]),
    .library(name: "HeanQuestions", targets: ["HeanQuestions"]),
    .library(name: "HeanNetworking", targets: ["HeanNetworking"]),
    .library(name: "HeanURLSession", targets: ["HeanURLSession"]),
  ],
  targets: [
    .target(name: "HeanCore", swiftSettings: settings),
    .target(name: "HeanQuestions", dependencies: ["HeanCore"], exclude: ["Examples"], swiftSettings: settings),
    .target(name: "HeanNetworking", dependencies: ["HeanCore"], swiftSettings: settings),
    .target(name: "HeanURLSession", dependencies: ["HeanCore", "HeanNetworking"], swiftSettings: settings),
    .target(name: "HeanPractice", dependencies: ["HeanCore"], swiftSettings: settings),
    .target(
      name: "HeanConsole",
      dependencies: ["HeanCore", "HeanNetworking", "HeanPractice", "HeanQuestions"],
      path: "Sources/hean-cli",
      swiftSettings: settings
    ),
    .executableTarget(name: "hean", dependencies: ["HeanConsole"], swiftSettings: settings),
    .executableTarget(
      name: "hean-urlsession", dependencies: ["HeanConsole", "HeanNetworking", "HeanURLSession"],
      swiftSettings: settings),
    .executableTarget(
      name: "conformance-client",
      dependencies: ["HeanNetworking"],
      path: "Tests/ConformanceClient",
      exclude: ["expected.json"],
      swiftSettings: settings
    ),
    .target(
      name: "HeanTestSupport", dependencies: ["HeanCore"], path: "Tests/HeanTestSupport", swiftSettings: settings),
    .testTarget(name: "HeanCoreTests", dependencies: ["HeanCore", "HeanTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "HeanQuestionsTests",
      dependencies: ["HeanCore", "HeanQuestions", "HeanTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HeanNetworkingTests",
      dependencies: ["HeanCore", "HeanNetworking", "HeanTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HeanURLSessionTests",
      dependencies: [
        "hean-urlsession", "HeanCore", "HeanNetworking", "HeanURLSession", "HeanPractice", "HeanTestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HeanPracticeTests",
      dependencies: ["HeanCore", "HeanPractice", "HeanTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HeanCLITests",
      dependencies: [
        "hean", "HeanConsole", "HeanCore", "HeanNetworking", "HeanPractice", "HeanQuestions", "HeanTestSupport",
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
