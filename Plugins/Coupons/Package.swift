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

/// The SDK; `switchboard sdk path` says where it is on another machine.
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "Sources")

let package = Package(
    name: "Coupons",
    products: [.library(name: "Coupons", type: .dynamic, targets: ["Coupons"])],
    dependencies: [.package(path: "../../Sources")],
    targets: [
        .target(name: "Coupons", dependencies: [sdk], swiftSettings: settings),
        .testTarget(name: "CouponsTests", dependencies: ["Coupons", sdk], swiftSettings: settings),
    ]
)
