import FoundationEssentials

/// Where the SDK's sources are: in the checkout that the host was built in, or in the tree that it was installed into.
enum SDKLocation {
    /// The folder with the SDK's `Package.swift`, looked for from the executable's folder upwards.
    static func find(from executable: String = Executable.path) -> String? {
        var folder = Path.folder(of: executable)
        while folder != "/" {
            for candidate in ["\(folder)/Sources", "\(folder)/share/switchboard/sdk/Sources"] where isSDK(candidate) {
                return candidate
            }
            folder = Path.folder(of: folder)
        }
        return nil
    }

    private static func isSDK(_ folder: String) -> Bool {
        ["Package.swift", "Mediator", "ModuleKit"].allSatisfy { name in
            FileManager.default.fileExists(atPath: "\(folder)/\(name)")
        }
    }
}
