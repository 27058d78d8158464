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
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

/// The SDK: its sources, or the built SDK, against which `.ci/run` compiles the benchmarks.
let sdkPath = Context.environment["SWITCHBOARD_SDK"] ?? "../Sources"
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "SwitchboardSDK")
/// Whether the comparison of routers includes Hummingbird, for which SwiftPM fetches some 24 packages.
let comparesHummingbird = Context.environment["SWITCHBOARD_HUMMINGBIRD"] != nil
let hummingbird: [Target.Dependency] =
    comparesHummingbird ? [.product(name: "Hummingbird", package: "hummingbird")] : []

let package = Package(
    name: "Benchmarks",
    products: [
        .library(name: "Many", type: .static, targets: ["Many"]),
        .library(name: "Subjects", type: .dynamic, targets: ["Subjects"]),
    ],
    dependencies: [
        .package(name: "SwitchboardSDK", path: sdkPath),
        .package(path: "../Plugins/Tracking"),
    ]
        + (comparesHummingbird
            ? [.package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1")] : []),
    targets: [
        .target(name: "CurlFloor", cSettings: strictC),
        .target(name: "HeapProbe", cSettings: strictC),
        .target(name: "SQLiteFloor", cSettings: strictC),
        .executableTarget(name: "OnTerminal", cSettings: strictC),
        // A library that the linker leaves out as unused would make the empty program's start too fast.
        .executableTarget(
            name: "Bare", dependencies: [sdk], swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-Xlinker", "--no-as-needed"])]),
        .target(name: "Many", dependencies: [sdk], swiftSettings: settings),
        .target(name: "Subjects", dependencies: [sdk], swiftSettings: settings),
        .target(name: "Tables", swiftSettings: settings),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "CurlFloor", "SQLiteFloor", "Tables", sdk, .product(name: "Tracking", package: "Tracking"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "RouterBenchmark", dependencies: ["HeapProbe", "Tables", sdk] + hummingbird,
            exclude: comparesHummingbird ? [] : ["Hummingbird"],
            resources: [.embedInCode("Routes/github.txt")],
            swiftSettings: settings + (comparesHummingbird ? [.define("HUMMINGBIRD")] : [])),
    ]
)
