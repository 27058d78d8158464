// swift-tools-version: 6.2
import PackageDescription

/// The flags of all Swift targets in this package; the SDK in `Sources/Package.swift` has its own flags.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The same strictness for the targets in C.
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

/// Returns the flags of a dynamic library, with its soname; without a soname, the library would contain the path at
/// which it was linked, and differ in each folder.
func linked(as library: String) -> [LinkerSetting] { [.unsafeFlags(["-Xlinker", "-soname=lib\(library).so"])] }

/// The SDK, a separate package, so that the host and all modules share one `libModuleKit.so`
/// (Documentation/Decisions/0001).
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "SwitchboardSDK")

/// The business modules of this repository. Each is a dynamic library without a dependency on another module: they
/// share `ModuleRoutes`, the URLs of the routes that they request from one another.
let modules = ["Account", "Map", "Messages", "NewHome", "Rent", "SecondHand"]

// The host's layers, lowest first: Platform; PluginRuntime, RemoteLookup, Storage and Fleet; App. Platform is linked
// statically into the executable and the three libraries; the parts that these share have no mutable state.
let package = Package(
    name: "Switchboard",
    products: [
        .executable(name: "switchboard", targets: ["App"]),
        .library(name: "RemoteLookup", type: .dynamic, targets: ["RemoteLookup"]),
        .library(name: "Storage", type: .dynamic, targets: ["Storage"]),
        .library(name: "Fleet", type: .dynamic, targets: ["Fleet"]),
    ] + modules.map { .library(name: $0, type: .dynamic, targets: [$0]) },
    dependencies: [.package(name: "SwitchboardSDK", path: "Sources")],
    targets: [
        .target(
            name: "SHAShim", path: "Sources/Host/SHAShim",
            cSettings: strictC + [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
        .target(
            name: "Platform", dependencies: ["SHAShim"], path: "Sources/Host/Platform",
            swiftSettings: settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .target(
            name: "PluginRuntime", dependencies: ["Platform", sdk], path: "Sources/Host/PluginRuntime",
            swiftSettings: settings),
        .target(name: "CurlShim", path: "Sources/Host/CurlShim", cSettings: strictC),
        .target(
            name: "RemoteLookup", dependencies: ["CurlShim", "Platform", sdk], path: "Sources/Host/RemoteLookup",
            swiftSettings: settings, linkerSettings: linked(as: "RemoteLookup")),
        .target(
            name: "Storage", dependencies: ["Platform", sdk], path: "Sources/Host/Storage", swiftSettings: settings,
            linkerSettings: linked(as: "Storage")),
        .target(
            name: "Fleet", dependencies: ["Platform", sdk], path: "Sources/Host/Fleet", swiftSettings: settings,
            linkerSettings: linked(as: "Fleet")),
        .executableTarget(
            name: "App", dependencies: ["PluginRuntime", "Platform", sdk], path: "Sources/Host/App",
            resources: [.embedInCode("Authoring/Template")],
            swiftSettings: settings),
        .target(name: "ModuleRoutes", dependencies: [sdk], path: "Sources/ModuleRoutes", swiftSettings: settings),
        // A test target without tests, so that a plain build leaves it out.
        .testTarget(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(name: "MediatorTests", dependencies: ["TestSupport", sdk], swiftSettings: settings),
        .testTarget(name: "ModuleKitTests", dependencies: ["TestSupport", sdk], swiftSettings: settings),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "PluginRuntimeTests", dependencies: ["PluginRuntime", "Platform", "TestSupport", sdk],
            swiftSettings: settings),
        .testTarget(
            name: "RemoteLookupTests", dependencies: ["RemoteLookup", "Platform", "TestSupport", sdk],
            swiftSettings: settings),
        .testTarget(
            name: "StorageTests", dependencies: ["Storage", "Platform", "TestSupport", sdk], swiftSettings: settings),
        .testTarget(
            name: "AppTests", dependencies: ["App", "PluginRuntime", "Platform", "TestSupport", sdk],
            swiftSettings: settings),
        .testTarget(
            name: "HomesTests", dependencies: ["Map", "NewHome", "Rent", "SecondHand", "TestSupport", sdk],
            path: "Tests/Modules/HomesTests", swiftSettings: settings),
    ]
        + modules.flatMap { name -> [Target] in
            [
                .target(
                    name: name, dependencies: ["ModuleRoutes", sdk], path: "Sources/Modules/\(name)",
                    swiftSettings: settings, linkerSettings: linked(as: name)),
                .testTarget(
                    name: "\(name)Tests", dependencies: [.target(name: name), "ModuleRoutes", "TestSupport", sdk],
                    path: "Tests/Modules/\(name)Tests",
                    swiftSettings: settings),
            ]
        }
)
