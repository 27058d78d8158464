import Glibc
@_spi(Host) import ModuleKit
import Platform

/// What the check of a plugin's file found in it; none of its code has run.
struct PluginInspection: Sendable, Equatable {
    /// The modules that the library exports for this host's contract, by name; at least one.
    let entryPoints: [EntryPoint]
    /// The name that other libraries need it by (`DT_SONAME`).
    let soname: String?
    /// The libraries that it needs (`DT_NEEDED`), in its order.
    let needed: [String]
    /// Where the libraries that it needs are looked for first, as it is written (`DT_RPATH`, `DT_RUNPATH`).
    let searchPath: [String]
    /// The mangled names of the descriptors of the protocols that it defines: no two plugins may define the same one.
    let protocolDescriptors: Set<String>
    /// The Swift toolchains that built it, where it says so.
    let toolchains: [String]

    /// Reads a plugin's file and holds it against the host.
    static func inspect(
        path: String, host: HostIdentity, contract: UInt32 = Contract.version
    ) throws(PluginProblem) -> PluginInspection {
        try inspect(PluginFile.bytes(at: path), path: path, host: host, contract: contract)
    }

    /// Holds a plugin's file, of which these are the bytes, against the host.
    static func inspect(
        _ bytes: [UInt8], path: String, host: HostIdentity, contract: UInt32 = Contract.version
    ) throws(PluginProblem) -> PluginInspection {
        try inspect(try contents(bytes, path: path), path: path, host: host, contract: contract)
    }

    /// Holds a plugin's file that was read against the host.
    static func inspect(_ file: PluginFile, host: HostIdentity) throws(PluginProblem) -> PluginInspection {
        try inspect(try file.contents(), path: file.path, host: host, contract: Contract.version)
    }

    private static func inspect(
        _ contents: PluginContents, path: String, host: HostIdentity, contract: UInt32
    ) throws(PluginProblem) -> PluginInspection {
        let findings = contents.findings(with: host, contract: contract)
        guard !contents.header.isReadable || !contents.entryPoints.isEmpty else {
            throw .noEntryPoint(path, contract: contract, others: findings)
        }
        guard findings.isEmpty else { throw PluginProblem(file: path, findings) }
        return PluginInspection(contents, contract: contract)
    }

    /// Reads what a library says of itself, which is held against nothing yet.
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
    /// What the name of every entry point of any contract begins with.
    static let prefix = "switchboard_v"

    /// The version of the contract that the function speaks.
    let contract: UInt32
    /// The module's name.
    let module: String

    /// The function's name.
    var symbol: String { "\(Self.prefix)\(contract)_\(module)" }

    init(contract: UInt32, module: String) {
        self.contract = contract
        self.module = module
    }

    /// Reads a function's name; `nil` for one that names no contract or no module.
    init?(symbol: String) {
        guard symbol.hasPrefix(Self.prefix) else { return nil }
        let parts = symbol.dropFirst(Self.prefix.count)
            .split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let contract = UInt32(parts[0]) else { return nil }
        self.init(contract: contract, module: String(parts[1]))
        // There is one way to write the number: without a sign, without zeros in front.
        guard self.symbol == symbol, !module.isEmpty, module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
    }
}

/// Tells a descriptor of the SDK's own types and protocols from one that a plugin nests in an extension of them.
///
/// `$s8Mediator7RequestVMn` is the SDK's `Request`; `$s8Mediator7RequestV7CouponsE3FooVMn` is `Request.Foo` of Coupons.
enum SDKDescriptor {
    /// What the mangled names of everything in the SDK begin with.
    static let prefixes = ["$s8Mediator", "$s9ModuleKit", "$s13ModuleTesting"]
    /// What the mangled names of nominal type descriptors and of protocol descriptors end with.
    private static let suffixes = ["Mn", "Mp"]

    /// Whether a symbol is the descriptor of a type or protocol of the SDK.
    ///
    /// It is where the name is a module and then nothing but types, each in the one before. After any extension, the
    /// SDK's too, or a function around a local type, the answer is no: a copy of the SDK has hundreds of plain types.
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
