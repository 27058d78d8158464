// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The path of the SDK: its sources, or the path in SWITCHBOARD_SDK, as `switchboard sdk path --modules` prints it.
let sdkPath = Context.environment["SWITCHBOARD_SDK"] ?? "../../Sources"
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "SwitchboardSDK")

/// SwiftPM names a folder of frameworks to the linker, which Linux does not have; without this flag, clang warns of it.
let quiet: [LinkerSetting] = [.unsafeFlags(["-Xclang-linker", "-Wno-unused-command-line-argument"])]

/// The coupons' interface for other modules, a separate library that those modules also link.
let interface: Target.Dependency = .product(name: "CouponInterface", package: "CouponInterface")

let package = Package(
    name: "Coupons",
    products: [.library(name: "Coupons", type: .dynamic, targets: ["Coupons"])],
    dependencies: [.package(name: "SwitchboardSDK", path: sdkPath), .package(path: "../CouponInterface")],
    targets: [
        .target(name: "Coupons", dependencies: [interface, sdk], swiftSettings: settings, linkerSettings: quiet),
        .testTarget(name: "CouponsTests", dependencies: ["Coupons", interface, sdk], swiftSettings: settings),
    ]
)
