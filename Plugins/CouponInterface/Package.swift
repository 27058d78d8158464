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

let package = Package(
    name: "CouponInterface",
    products: [.library(name: "CouponInterface", type: .dynamic, targets: ["CouponInterface"])],
    targets: [.target(name: "CouponInterface", swiftSettings: settings)]
)
