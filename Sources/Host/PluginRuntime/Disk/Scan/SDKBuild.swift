@_spi(Host) import ModuleKit
import Platform

/// The build of the SDK in this process. A scan is valid only for this build, not for another build of the same
/// version.
enum SDKBuild {
    /// The SDK's version, and the identity of its library's file.
    static let current: String = {
        let file = DynamicLibrary.loadedPaths.first { $0.hasSuffix("/" + PluginInspection.sdkLibrary) }
        let build = file.flatMap { FileIdentity(at: Path.canonical($0)) }.map {
            "\($0.device) \($0.inode) \($0.size) \($0.modified) \($0.changed)"
        }
        return "\(Contract.sdkVersion) \(build ?? "")"
    }()
}
