// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
]

let sdkPath = Context.environment["SWITCHBOARD_SDK"] ?? ".."

/// Each module of the app links its own copy: functions and values without state.
let package = Package(
    name: "ModuleRoutes",
    products: [.library(name: "ModuleRoutes", targets: ["ModuleRoutes"])],
    dependencies: [.package(name: "SwitchboardSDK", path: sdkPath)],
    targets: [
        .target(
            name: "ModuleRoutes", dependencies: [.product(name: "ModuleKit", package: "SwitchboardSDK")], path: ".",
            swiftSettings: settings)
    ]
)
