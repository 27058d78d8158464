// swift-tools-version: 6.2
import PackageDescription

/// Like the SDK, an interface is built for evolution: modules that were built against an older version keep working.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-enable-library-evolution"]),
]

/// The path of the SDK: its sources, or the path in SWITCHBOARD_SDK, as `switchboard sdk path --modules` prints it.
let sdkPath = Context.environment["SWITCHBOARD_SDK"] ?? "../../Sources"
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "Sources")

let package = Package(
    name: "CouponInterface",
    products: [.library(name: "CouponInterface", type: .dynamic, targets: ["CouponInterface"])],
    dependencies: [.package(path: sdkPath)],
    targets: [.target(name: "CouponInterface", dependencies: [sdk], swiftSettings: settings)]
)
