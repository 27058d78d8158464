// swift-tools-version: 6.2
import PackageDescription

/// Flags that make each build produce the same bytes, because the package of each module builds the library again. They
/// leave out debug information and the checksum for incremental builds, because these contain paths of the build. The
/// soname replaces the path at which the library was linked.
let withoutPaths = ["-Xfrontend", "-gnone", "-Xfrontend", "-disable-incremental-llvm-codegen"]
let linked: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-soname=libCouponInterface.so"])]

/// SwiftPM names a folder of frameworks to the linker, which Linux does not have; without this flag, clang warns of it.
let quiet: [LinkerSetting] = [.unsafeFlags(["-Xclang-linker", "-Wno-unused-command-line-argument"])]

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
        .target(name: "CouponInterface", dependencies: [sdk], swiftSettings: settings, linkerSettings: linked + quiet)
    ]
)
