@_spi(Host) import ModuleKit

/// What the check of a plugin's file found in it; none of its code has run.
struct PluginInspection: Sendable, Equatable {
    /// The modules that the library exports for this host's contract, by name; at least one.
    let entryPoints: [EntryPoint]
    /// The name that other libraries need it by (`DT_SONAME`).
    let soname: String?
    /// The libraries that it needs (`DT_NEEDED`), in its order.
    let needed: [String]
    /// The mangled names of the descriptors of the protocols that it defines: no two plugins may define the same one.
    let protocolDescriptors: Set<String>
    /// The Swift toolchains that built it, where it says so.
    let toolchains: [String]

    /// Reads a plugin's file and holds it against the host.
    static func inspect(
        path: String, host: HostIdentity, contract: UInt32 = Contract.version
    ) throws(PluginFileError) -> PluginInspection {
        try inspect(PluginFile.bytes(at: path), path: path, host: host, contract: contract)
    }

    /// Holds a plugin's file, of which these are the bytes, against the host.
    static func inspect(
        _ bytes: [UInt8], path: String, host: HostIdentity, contract: UInt32 = Contract.version
    ) throws(PluginFileError) -> PluginInspection {
        let contents = try contents(bytes, path: path)
        let mismatches = contents.mismatches(with: host, contract: contract)
        guard !contents.header.isReadable || !contents.entryPoints.isEmpty else {
            throw .noEntryPoint(path, contract: contract, others: mismatches)
        }
        guard mismatches.isEmpty else { throw .mismatches(path, mismatches) }
        return PluginInspection(contents, contract: contract)
    }

    /// Reads what a library says of itself, which is held against nothing yet.
    static func contents(_ bytes: [UInt8], path: String) throws(PluginFileError) -> PluginContents {
        guard !bytes.isEmpty else { throw .empty(path) }
        guard bytes.starts(with: ELFHeader.magic) else { throw .notELF(path, beginning: Array(bytes.prefix(16))) }
        do {
            return try PluginContents(ELFImage(bytes))
        } catch {
            throw .damaged(path, error)
        }
    }

    private init(_ contents: PluginContents, contract: UInt32) {
        entryPoints = contents.entryPoints.filter { $0.contract == contract }
        soname = contents.soname
        needed = contents.needed
        protocolDescriptors = contents.protocolDescriptors
        toolchains = contents.toolchains
    }
}
