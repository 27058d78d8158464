// swift-tools-version: 6.2
import PackageDescription

/// Flags for the same bytes in each build, since the package of each module builds the library again: no debug
/// information and no checksum for incremental builds, which contain paths of the build, and a soname, because the
/// library would otherwise contain the path at which it was linked.
let withoutPaths = ["-Xfrontend", "-gnone", "-Xfrontend", "-disable-incremental-llvm-codegen"]
let linked: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-soname=libCouponInterface.so"])]

/// Like the SDK, an interface is built for evolution: modules built against an older version continue to work.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-enable-library-evolution"] + withoutPaths),
]

/// The path of the SDK: its sources, or the path in SWITCHBOARD_SDK, as `switchboard sdk path --modules` prints it.
let sdkPath = Context.environment["SWITCHBOARD_SDK"] ?? "../../Sources"
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "SwitchboardSDK")

let package = Package(
    name: "CouponInterface",
    products: [.library(name: "CouponInterface", type: .dynamic, targets: ["CouponInterface"])],
    dependencies: [.package(name: "SwitchboardSDK", path: sdkPath)],
    targets: [
        .target(name: "CouponInterface", dependencies: [sdk], swiftSettings: settings, linkerSettings: linked)
    ]
)
