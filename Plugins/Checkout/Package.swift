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

/// The SDK's sources, or as SWITCHBOARD_SDK has it, what `switchboard sdk path --modules` prints.
let sdkPath = Context.environment["SWITCHBOARD_SDK"] ?? "../../Sources"
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "Sources")

/// What other modules see of the coupons, as a library of its own that they link too.
let interface: Target.Dependency = .product(name: "CouponInterface", package: "CouponInterface")

let package = Package(
    name: "Checkout",
    products: [.library(name: "Checkout", type: .dynamic, targets: ["Checkout"])],
    dependencies: [.package(path: sdkPath), .package(path: "../CouponInterface")],
    targets: [
        .target(name: "Checkout", dependencies: [interface, sdk], swiftSettings: settings),
        .testTarget(name: "CheckoutTests", dependencies: ["Checkout", interface, sdk], swiftSettings: settings),
    ]
)
