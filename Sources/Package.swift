// swift-tools-version: 6.2
import PackageDescription

/// The flags of the SDK. They are part of the plugin contract: `NonisolatedNonsendingByDefault` changes how async
/// functions are called without changing their names, so it must never be disabled (Documentation/Decisions/0002).
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
    .unsafeFlags(["-enable-library-evolution"]),
]

let package = Package(
    name: "SwitchboardSDK",
    products: [
        .library(name: "ModuleKit", type: .dynamic, targets: ["Mediator", "ModuleKit", "HostKit", "ModuleTesting"])
    ],
    targets: [
        // Without a soname, the library would contain the path at which it was linked, and differ in each folder.
        .target(
            name: "Mediator", path: "Mediator", swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-Xlinker", "-soname=libModuleKit.so"])]),
        .target(name: "ModuleKit", dependencies: ["Mediator"], path: "ModuleKit", swiftSettings: settings),
        .target(name: "HostKit", dependencies: ["ModuleKit"], path: "HostKit", swiftSettings: settings),
        .target(
            name: "ModuleTesting", dependencies: ["HostKit", "ModuleKit"], path: "ModuleTesting",
            swiftSettings: settings),
    ]
)
