// swift-tools-version: 6.2
import PackageDescription

// A stranger's package: it sees of hean only what is public.
let package = Package(
  name: "library-client",
  dependencies: [.package(name: "hean", path: "../..")],
  targets: [
    .executableTarget(
      name: "library-client",
      dependencies: [
        .product(name: "HeanCore", package: "hean"), .product(name: "HeanNetworking", package: "hean"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
