// swift-tools-version: 6.2
import PackageDescription

/// The same flags as the product's own targets.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let sdk: Target.Dependency = .product(name: "ModuleKit", package: "SwitchboardSDK")

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "SwitchboardSDK", path: "../Sources"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    ],
    targets: [
        .target(name: "CurlFloor"),
        .target(name: "HeapProbe"),
        .target(name: "SQLiteFloor"),
        .executableTarget(
            name: "RouterBenchmark",
            dependencies: [
                "HeapProbe",
                sdk,
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            resources: [.embedInCode("Routes/github.txt")],
            swiftSettings: settings),
        .executableTarget(
            name: "RemoteBenchmark", dependencies: ["CurlFloor", sdk],
            swiftSettings: settings),
        .executableTarget(
            name: "StorageBenchmark", dependencies: ["SQLiteFloor", sdk],
            swiftSettings: settings),
    ]
)
