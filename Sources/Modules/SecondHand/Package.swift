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

/// The path of the SDK: its sources, or the path in SWITCHBOARD_SDK, as `switchboard sdk path --modules` prints it.
let sdkPath = Context.environment["SWITCHBOARD_SDK"] ?? "../.."
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "SwitchboardSDK")

/// The URLs of the routes that the app's modules request from one another.
let routes: Target.Dependency = .product(name: "ModuleRoutes", package: "ModuleRoutes")
let support: Target.Dependency = .product(name: "TestSupport", package: "TestSupport")

/// SwiftPM names a folder of frameworks to the linker, which Linux does not have; without this flag, clang warns of it.
/// Without a soname, the library would contain the path at which it was linked, and differ in each folder.
let linked: [LinkerSetting] = [
    .unsafeFlags(["-Xclang-linker", "-Wno-unused-command-line-argument", "-Xlinker", "-soname=libSecondHand.so"])
]

let package = Package(
    name: "SecondHand",
    products: [.library(name: "SecondHand", type: .dynamic, targets: ["SecondHand"])],
    dependencies: [
        .package(name: "SwitchboardSDK", path: sdkPath), .package(path: "../../ModuleRoutes"),
        .package(path: "../../../Tests/TestSupport"),
    ],
    targets: [
        .target(name: "SecondHand", dependencies: [routes, sdk], swiftSettings: settings, linkerSettings: linked),
        .testTarget(
            name: "SecondHandTests", dependencies: ["SecondHand", routes, support, sdk], swiftSettings: settings),
    ]
)
