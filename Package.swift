// swift-tools-version: 6.2
import PackageDescription

/// Flags of everything in this package; the SDK in `Sources/Package.swift` has its own.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The same strictness for the one target in C.
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

/// The SDK is a package of its own, so that there is one `libModuleKit.so` for the host and all modules
/// (Documentation/Decisions/0001).
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "Sources")

/// The in-tree business modules; each is a dynamic library, and none depends on another.
let modules = ["Account", "Messages", "Rent"]

let package = Package(
    name: "Switchboard",
    products: [
        .executable(name: "switchboard", targets: ["Host"]),
        .library(name: "RemoteLookup", type: .dynamic, targets: ["RemoteLookup"]),
    ] + modules.map { .library(name: $0, type: .dynamic, targets: [$0]) },
    dependencies: [.package(path: "Sources")],
    targets: [
        .executableTarget(
            name: "Host", dependencies: [sdk],
            resources: [.embedInCode("Lookup/remote-table.json"), .embedInCode("Authoring/Template")],
            swiftSettings: settings),
        .target(name: "CurlShim", cSettings: strictC),
        .target(name: "RemoteLookup", dependencies: ["CurlShim", sdk], swiftSettings: settings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(name: "MediatorTests", dependencies: ["TestSupport", sdk], swiftSettings: settings),
        .testTarget(name: "ModuleKitTests", dependencies: ["TestSupport", sdk], swiftSettings: settings),
        .testTarget(
            name: "RemoteLookupTests", dependencies: ["RemoteLookup", "TestSupport", sdk], swiftSettings: settings),
        .testTarget(name: "HostTests", dependencies: ["Host", "TestSupport", sdk], swiftSettings: settings),
    ]
        + modules.flatMap { name -> [Target] in
            [
                .target(name: name, dependencies: [sdk], path: "Sources/Modules/\(name)", swiftSettings: settings),
                .testTarget(
                    name: "\(name)Tests", dependencies: [.target(name: name), "TestSupport", sdk],
                    path: "Tests/Modules/\(name)Tests",
                    swiftSettings: settings),
            ]
        }
)
