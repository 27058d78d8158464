import FoundationEssentials
@_spi(Host) import HostKit
import Platform

extension Command {
    private static let sdkModules = Option("--modules", "the built SDK, which a plugin need not compile")
    private static let sdkStorage = Option(
        "--storage", "the storage library; tests of plugins need its path in SWITCHBOARD_STORAGE")

    static let sdk = Command(
        name: "sdk", words: "path", summary: "print where the SDK's sources are, for plugin packages",
        options: [sdkModules, sdkStorage], need: .nothing
    ) { session, arguments throws(Failure) in
        let isBuilt = arguments.has(sdkModules)
        let path: String
        if arguments.has(sdkStorage) {
            if isBuilt { throw .twoSources(sdkModules.name, sdkStorage.name) }
            path = "\(Executable.folder)/\(StorageLibrary.name)"
        } else {
            let location = try SDKLocation.required()
            guard let found = isBuilt ? location.modules : location.sources else {
                throw Failure(
                    "noSDKModules",
                    "the SDK's modules are not installed with this host; install the package switchboard-sdk, "
                        + "run `make install` or `make sdk` in a checkout, or build against the sources at "
                        + "`switchboard sdk path`")
            }
            path = found
        }
        return try session.console.show("sdk_path", path, text: path, isSource: true)
    }
}

/// The location of the SDK: the checkout in which the host was built, or the tree in which it was installed.
struct SDKLocation: Equatable {
    /// The folder of the package with the SDK's sources.
    let sources: String
    /// The folder of the package with the prebuilt SDK, if there is one.
    let modules: String?

    /// Returns the folder of the SDK's package for the manifest of a module in `folder`: the prebuilt package if there
    /// is one, because builds and language servers need not compile it. In the SDK's own checkout, returns the sources,
    /// because their relative path is the same on every machine.
    func package(below folder: String) -> String {
        (Path.canonical(folder) + "/").hasPrefix(Path.folder(of: sources) + "/") ? sources : modules ?? sources
    }

    static func required() throws(Failure) -> SDKLocation {
        if let found = find() { return found }
        throw Failure(
            "noSDK",
            "the SDK is not installed with this host; install the package switchboard-sdk, or run `make install` in a "
                + "checkout")
    }

    /// Searches for the SDK from the executable's folder upwards.
    static func find(from executable: String = Executable.path) -> SDKLocation? {
        var folder = Path.folder(of: executable)
        while folder != "/" {
            if isPackage("\(folder)/Sources", with: ["Mediator", "ModuleKit"]) {
                let sources = "\(folder)/Sources"
                return SDKLocation(sources: sources, modules: package(folder + "/.build/sdk/Sources"))
            }
            let installed = folder + "/share/switchboard/sdk"
            if isPackage("\(installed)/Sources", with: ["Mediator", "ModuleKit"]) {
                return SDKLocation(sources: installed + "/Sources", modules: package(installed + "/modules/Sources"))
            }
            folder = Path.folder(of: folder)
        }
        return nil
    }

    private static func package(_ folder: String) -> String? { isPackage(folder, with: []) ? folder : nil }

    private static func isPackage(_ folder: String, with parts: [String]) -> Bool {
        (["Package.swift"] + parts).allSatisfy { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
    }
}
