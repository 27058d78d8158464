import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The properties of a library's file that a host checks, read without running its code.
struct PluginInspection: Sendable {
    /// The name of the SDK's library. A build puts this library next to every plugin, but the library is not a plugin.
    static let sdkLibrary = "libModuleKit.so"

    let header: ELFHeader
    let isExecutable: Bool
    /// The libraries that this library needs (`DT_NEEDED`), in the order of the file.
    let needed: [String]
    /// The folders in which the system's loader looks first for needed libraries, as written in the file (`DT_RPATH`,
    /// `DT_RUNPATH`).
    let searchPath: [String]
    let contract: UInt32
    /// The versions of the plugin contract for which the library exports modules.
    let contracts: Set<UInt32>
    /// The entry points for this host's version of the contract, one for each module, sorted by name.
    let entryPoints: [EntryPoint]
    /// The protocols that the library defines, as the mangled names of their descriptors. Only one plugin may define a
    /// protocol.
    let protocolDescriptors: Set<String>
    /// The number of the SDK's types and protocols of which the library contains a copy.
    let copiedTypeCount: Int
    let toolchains: [String]
    /// The version of the SDK that the library was built against; `nil` if the library does not name a version.
    let sdk: Version?

    /// Reads the bytes of a library, without a comparison with the host. The path is for messages.
    init(_ bytes: [UInt8], path: String, contract: UInt32 = Contract.version) throws(PluginProblem) {
        guard !bytes.isEmpty else { throw .unread(path, .empty) }
        guard bytes.starts(with: ELFHeader.magic) else { throw .notELF(path, beginning: Array(bytes.prefix(16))) }
        do {
            try self.init(ELFImage(bytes), contract: contract)
        } catch {
            throw .damaged(path, error)
        }
    }

    private init(_ image: ELFImage, contract: UInt32) throws(ELFError) {
        let dynamic = try image.dynamicSection()
        header = image.header
        isExecutable = dynamic?.isExecutable ?? false
        needed = dynamic?.needed ?? []
        searchPath = dynamic?.searchPath ?? []
        let functions = try dynamic?.symbols.names(of: STT_FUNC, prefix: EntryPoint.prefix) ?? []
        let all = functions.sorted().compactMap(EntryPoint.init(symbol:))
        self.contract = contract
        contracts = Set(all.map(\.contract))
        entryPoints = all.filter { $0.contract == contract }
        protocolDescriptors = try dynamic?.symbols.names(of: STT_OBJECT, prefix: "$s", suffix: "Mp") ?? []
        let types = try Self.typesOfSDK(dynamic?.symbols)
        copiedTypeCount = types.union(protocolDescriptors).count(where: MangledName.isDescriptorOfSDK)
        toolchains = try image.toolchains()
        sdk = try Self.sdk(dynamic?.symbols)
    }

    /// Returns the version of the SDK that the library was built against: the newest of the SDK's marker symbols that
    /// the library needs, such as `switchboard_sdk_0_2_0` (Documentation/PluginContract.md).
    private static func sdk(_ symbols: ELFSymbolTable?) throws(ELFError) -> Version? {
        let prefix = "switchboard_sdk_"
        let markers = try symbols?.neededNames(prefix: prefix) ?? []
        return markers.compactMap { Version(parsing: String($0.dropFirst(prefix.count)).replacing("_", with: ".")) }
            .max()
    }

    private static func typesOfSDK(_ symbols: ELFSymbolTable?) throws(ELFError) -> Set<String> {
        var types: Set<String> = []
        for prefix in MangledName.prefixesOfSDK {
            types.formUnion(try symbols?.names(of: STT_OBJECT, prefix: prefix, suffix: "Mn") ?? [])
        }
        return types
    }

    /// Checks that a plugin's file has a module, and that the host can load the file. `host` is `nil` if the file was
    /// compared with the host before.
    func check(_ path: String, with host: HostIdentity?) throws(PluginProblem) {
        let problems = host.map(problems) ?? []
        guard exportsModule else { throw .noEntryPoint(path, contract: contract, others: problems) }
        guard problems.isEmpty else { throw PluginProblem(file: path, problems) }
    }

    /// Whether the library exports a module for any version of the contract. The result is also `true` if the library
    /// has a layout that cannot be read.
    var exportsModule: Bool { !header.isReadable || !contracts.isEmpty }
}

/// A plugin's exported function for one module, `switchboard_v<contract>_<module>`.
struct EntryPoint: Sendable, Hashable {
    /// The prefix of the names of all entry points, for every version of the contract.
    static let prefix = "switchboard_v"

    let contract: UInt32
    let module: String

    var symbol: String { "\(Self.prefix)\(contract)_\(module)" }
}

extension EntryPoint {
    /// Parses a function's name; `nil` if it lacks a version of the contract or the name of a module.
    init?(symbol: String) {
        guard symbol.hasPrefix(Self.prefix) else { return nil }
        let parts = symbol.dropFirst(Self.prefix.count)
            .split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let contract = UInt32(parts[0]) else { return nil }
        self.init(contract: contract, module: String(parts[1]))
        // The number has only one form: without a sign and without leading zeros.
        guard self.symbol == symbol, !module.isEmpty, module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
    }
}
