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
    // Generic types are created from their parts: for a mangled name, the runtime searches all conformances, which
    // takes 200,000 instructions for each type of a start.
    .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
]

/// The same strictness for the targets in C.
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

/// Returns the flags of a dynamic library, with its soname; without a soname, the library would contain the path at
/// which it was linked, and differ in each folder.
func linked(as library: String) -> [LinkerSetting] { [.unsafeFlags(["-Xlinker", "-soname=lib\(library).so"])] }

/// The SDK, a separate package, so that the host and all modules share one `libModuleKit.so`
/// (Documentation/Decisions/0001).
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "SwitchboardSDK")

/// The business modules of this repository, each a package of its own like the plugins, with a dynamic library. They
/// share `ModuleRoutes`, the URLs of the routes that they request from one another. This package builds their libraries
/// and runs their tests together with its own.
let modules = ["Account", "Map", "Messages", "NewHome", "Rent", "SecondHand"]
let routes: Target.Dependency = .product(name: "ModuleRoutes", package: "ModuleRoutes")
let support: Target.Dependency = .product(name: "TestSupport", package: "TestSupport")

/// Returns the library of a module.
func library(_ module: String) -> Target.Dependency { .product(name: module, package: module) }

// The host's layers, lowest first: Platform; PluginRuntime, RemoteLookup, Storage and Fleet; App. Platform is linked
// statically into the executable and the three libraries; the parts that these share have no mutable state.
let package = Package(
    name: "Switchboard",
    products: [
        .executable(name: "switchboard", targets: ["App"]),
        .library(name: "RemoteLookup", type: .dynamic, targets: ["RemoteLookup"]),
        .library(name: "Storage", type: .dynamic, targets: ["Storage"]),
        .library(name: "Fleet", type: .dynamic, targets: ["Fleet"]),
    ],
    dependencies: [
        .package(name: "SwitchboardSDK", path: "Sources"), .package(path: "Sources/ModuleRoutes"),
        .package(path: "Tests/TestSupport"),
    ] + modules.map { .package(path: "Sources/Modules/\($0)") },
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
        .testTarget(name: "MediatorTests", dependencies: [support, sdk], swiftSettings: settings),
        .testTarget(name: "ModuleKitTests", dependencies: [support, sdk], swiftSettings: settings),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", support], swiftSettings: settings),
        .testTarget(
            name: "PluginRuntimeTests", dependencies: ["PluginRuntime", "Platform", support, sdk],
            swiftSettings: settings),
        .testTarget(
            name: "RemoteLookupTests", dependencies: ["RemoteLookup", "Platform", support, sdk],
            swiftSettings: settings),
        .testTarget(
            name: "StorageTests", dependencies: ["Storage", "Platform", support, sdk], swiftSettings: settings),
        .testTarget(
            name: "AppTests", dependencies: ["App", "PluginRuntime", "Platform", support, sdk],
            swiftSettings: settings),
        .testTarget(
            name: "HomesTests", dependencies: ["Map", "NewHome", "Rent", "SecondHand"].map(library) + [support, sdk],
            swiftSettings: settings),
    ]
        + modules.map { name in
            .testTarget(
                name: "\(name)Tests", dependencies: [library(name), routes, support, sdk],
                path: "Sources/Modules/\(name)/Tests/\(name)Tests", swiftSettings: settings)
        }
)
