import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The findings of the check of a plugin's file; none of its code has run.
struct PluginInspection: Sendable, Equatable {
    /// The modules that the library exports for this host's contract, by name; at least one.
    let entryPoints: [EntryPoint]
    /// The name by which other libraries need this one (`DT_SONAME`).
    let soname: String?
    /// The libraries that this one needs (`DT_NEEDED`), in its order.
    let needed: [String]
    /// The folders in which the system's loader looks first for needed libraries, as written (`DT_RPATH`, `DT_RUNPATH`).
    let searchPath: [String]
    /// The mangled names of the descriptors of the protocols that the library defines: each may be defined by one plugin only.
    let protocolDescriptors: Set<String>
    /// The Swift toolchains that the file names.
    let toolchains: [String]

    /// Reads a plugin's file and compares it with the host.
    static func inspect(
        path: String, host: HostIdentity, contract: UInt32 = Contract.version
    ) throws(PluginProblem) -> PluginInspection {
        try inspect(PluginFile.bytes(at: path), path: path, host: host, contract: contract)
    }

    /// Compares the bytes of a plugin's file with the host.
    static func inspect(
        _ bytes: [UInt8], path: String, host: HostIdentity, contract: UInt32 = Contract.version
    ) throws(PluginProblem) -> PluginInspection {
        try inspect(try contents(bytes, path: path), path: path, host: host, contract: contract)
    }

    /// Compares a plugin's file that was read with the host.
    ///
    /// - Parameter host: the host; `nil` if the file was compared with it before.
    static func inspect(_ file: PluginFile, host: HostIdentity?) throws(PluginProblem) -> PluginInspection {
        try inspect(try file.contents(), path: file.path, host: host, contract: Contract.version)
    }

    private static func inspect(
        _ contents: PluginContents, path: String, host: HostIdentity?, contract: UInt32
    ) throws(PluginProblem) -> PluginInspection {
        let findings = host.map { contents.findings(with: $0, contract: contract) } ?? []
        guard !contents.header.isReadable || !contents.entryPoints.isEmpty else {
            throw .noEntryPoint(path, contract: contract, others: findings)
        }
        guard findings.isEmpty else { throw PluginProblem(file: path, findings) }
        return PluginInspection(contents, contract: contract)
    }

    /// Reads the properties of a library, without a comparison with the host.
    static func contents(_ bytes: [UInt8], path: String) throws(PluginProblem) -> PluginContents {
        guard !bytes.isEmpty else { throw .unread(path, .empty) }
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
        searchPath = contents.searchPath
        protocolDescriptors = contents.protocolDescriptors
        toolchains = contents.toolchains
    }
}

/// A plugin's exported function for one module, `switchboard_v<contract>_<module>`.
struct EntryPoint: Sendable, Hashable {
    /// The prefix of the names of all entry points, for every version of the contract.
    static let prefix = "switchboard_v"

    /// The version of the contract that the function follows.
    let contract: UInt32
    let module: String

    var symbol: String { "\(Self.prefix)\(contract)_\(module)" }

    init(contract: UInt32, module: String) {
        self.contract = contract
        self.module = module
    }

    /// Reads a function's name; `nil` if it names no version of the contract or no module.
    init?(symbol: String) {
        guard symbol.hasPrefix(Self.prefix) else { return nil }
        let parts = symbol.dropFirst(Self.prefix.count)
            .split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let contract = UInt32(parts[0]) else { return nil }
        self.init(contract: contract, module: String(parts[1]))
        // The number has one form only: no sign, and no zeros in front.
        guard self.symbol == symbol, !module.isEmpty, module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
    }
}

/// Distinguishes the descriptors of the SDK's own types and protocols from those that a plugin nests in an extension of them.
///
/// `$s8Mediator7RequestVMn` is the SDK's `Request`; `$s8Mediator7RequestV7CouponsE3FooVMn` is `Request.Foo` of Coupons.
enum SDKDescriptor {
    /// The prefixes of the mangled names of everything in the SDK.
    static let prefixes = ["$s8Mediator", "$s9ModuleKit", "$s13ModuleTesting"]
    /// The suffixes of the mangled names of nominal type descriptors and of protocol descriptors.
    private static let suffixes = ["Mn", "Mp"]

    /// Whether a symbol is the descriptor of a type or protocol of the SDK.
    ///
    /// Such a name is a module followed by nothing but types, each nested in the one before. Behind an extension, even of the
    /// SDK, or a function around a local type, the answer is no; that suffices, since a copy of the SDK has hundreds of plain
    /// types.
    static func isOwn(_ symbol: String) -> Bool {
        guard prefixes.contains(where: symbol.hasPrefix) else { return false }
        var name = MangledName(symbol.dropFirst("$s".count))
        guard name.passIdentifier() else { return false }
        while name.passIdentifier() {
            name.passPrivateDiscriminator()
            if name.isFollowed(byOneOf: suffixes) { return true }
            guard name.pass(oneOf: "VOCP") else { return false }
            if name.isFollowed(byOneOf: suffixes) { return true }
        }
        return false
    }
}
