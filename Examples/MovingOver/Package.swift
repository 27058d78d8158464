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

let package = Package(
    name: "Questions",
    products: [
        .library(name: "Questions", type: .dynamic, targets: ["Questions"]),
        .executable(name: "translate", targets: ["Translation"]),
    ],
    dependencies: [.package(name: "SwitchboardSDK", path: sdkPath)],
    targets: [
        .target(name: "Questions", dependencies: [sdk], swiftSettings: settings, linkerSettings: quiet),
        .testTarget(name: "QuestionsTests", dependencies: ["Questions", sdk], swiftSettings: settings),
        .executableTarget(name: "Translation", dependencies: [sdk], swiftSettings: settings, linkerSettings: quiet),
        .testTarget(name: "TranslationTests", dependencies: ["Translation", sdk], swiftSettings: settings),
    ]
)
