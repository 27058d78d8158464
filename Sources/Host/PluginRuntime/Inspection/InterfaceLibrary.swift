/// A library without a module, which holds the types that several plugins share.
struct InterfaceLibrary: Sendable, Equatable {
    /// The libraries that it needs (`DT_NEEDED`), in its order.
    let needed: [String]
    /// The mangled names of the descriptors of the protocols that it defines: no plugin may define the same one.
    let protocolDescriptors: Set<String>

    /// Reads its file and holds it against the host; it need not need the SDK.
    init(path: String, host: HostIdentity) throws(PluginFileError) {
        let contents = try PluginContents(try PluginFile.bytes(at: path), path: path)
        let mismatches = contents.interfaceMismatches(with: host)
        guard mismatches.isEmpty else { throw .mismatches(path, mismatches) }
        needed = contents.needed
        protocolDescriptors = contents.protocolDescriptors
    }
}
