@_spi(Host) import ModuleKit

/// The properties of a plugin's file, not yet compared with the host.
struct PluginContents: Sendable {
    let header: ELFHeader
    let isExecutable: Bool
    let soname: String?
    let needed: [String]
    /// The folders in which the system's loader looks first for needed libraries, as written.
    let searchPath: [String]
    /// The entry points for all versions of the contract, by name.
    let entryPoints: [EntryPoint]
    /// The mangled names of the descriptors of all protocols that the library defines.
    let protocolDescriptors: Set<String>
    /// The number of the SDK's types and protocols that the library defines itself.
    let copiedTypeCount: Int
    let toolchains: [String]
    /// The version of the SDK that the library was built against; `nil` if the library names none.
    let sdk: Version?

    init(_ image: ELFImage) throws(ELFError) {
        let dynamic = try image.dynamicSection()
        header = image.header
        isExecutable = dynamic?.isExecutable ?? false
        soname = dynamic?.soname
        needed = dynamic?.needed ?? []
        searchPath = dynamic?.searchPath ?? []
        entryPoints = try Self.entryPoints(dynamic?.symbols)
        protocolDescriptors = try dynamic?.symbols.names(of: .object, prefix: "$s", suffix: "Mp") ?? []
        let types = try Self.typesOfSDK(dynamic?.symbols)
        copiedTypeCount = types.union(protocolDescriptors).count(where: SDKDescriptor.isOwn)
        toolchains = try Toolchain.lines(of: image)
        sdk = try Self.sdk(dynamic?.symbols)
    }

    /// Returns the newest of the SDK's markers that the library needs, such as `switchboard_sdk_0_1_0`
    /// (Documentation/PluginContract.md).
    private static func sdk(_ symbols: ELFSymbolTable?) throws(ELFError) -> Version? {
        let prefix = "switchboard_sdk_"
        let markers = try symbols?.neededNames(prefix: prefix) ?? []
        return markers.compactMap { Version(parsing: String($0.dropFirst(prefix.count)).replacing("_", with: ".")) }
            .max()
    }

    private static func entryPoints(_ symbols: ELFSymbolTable?) throws(ELFError) -> [EntryPoint] {
        let names = try symbols?.names(of: .function, prefix: EntryPoint.prefix) ?? []
        return names.sorted().compactMap(EntryPoint.init(symbol:))
    }

    private static func typesOfSDK(_ symbols: ELFSymbolTable?) throws(ELFError) -> Set<String> {
        var types: Set<String> = []
        for prefix in SDKDescriptor.prefixes {
            types.formUnion(try symbols?.names(of: .object, prefix: prefix, suffix: "Mn") ?? [])
        }
        return types
    }
}

extension PluginContents {
    /// The SDK's library: a plugin must need it, and must not contain it.
    private static let sdkLibrary = "libModuleKit.so"
    private static let sdkRemedy = """
        build it with `swift build` in a package that depends on the SDK at `switchboard sdk path`
        """

    /// Returns all differences between the file and what a host can load.
    func findings(with host: HostIdentity, contract: UInt32) -> [Finding] {
        let found = formatFindings(with: host)
        // Nothing else is known of a file in another layout.
        guard header.isReadable else { return found }
        return found
            + [contractFinding(contract), sdkFinding, newerSDKFinding, toolchainFinding(with: host)].compactMap(
                \.self)
    }

    /// Returns all differences between a library without a module and what a host can load.
    func libraryFindings(with host: HostIdentity) -> [Finding] {
        let format = formatFindings(with: host)
        guard header.isReadable else { return format }
        let copy = copiedTypeCount > 0 ? sdkFinding : nil
        return format + [copy, toolchainFinding(with: host)].compactMap(\.self)
    }

    private func formatFindings(with host: HostIdentity) -> [Finding] {
        let remedy = "build it on a machine like this one (\(host.machine))"
        let type = isExecutable ? "a position-independent executable" : "\(header.type)"
        // The other numbers cannot be read in another byte order.
        if let order = Self.compare(
            .byteOrder, "\(header.byteOrder)", "\(ELFByteOrder.littleEndian)", remedy)
        {
            return [order]
        }
        return [
            Self.compare(.elfClass, "\(header.elfClass)", "\(ELFClass.bits64)", remedy),
            Self.compare(.machine, "\(header.machine)", "\(host.machine)", remedy),
            Self.compare(.type, type, "\(ELFType.shared)", "give its product `type: .dynamic` in Package.swift"),
        ].compactMap(\.self)
    }

    private static func compare(
        _ field: Finding.Field, _ found: String, _ expected: String, _ remedy: String
    ) -> Finding? {
        found == expected ? nil : Finding(field, found: found, expected: expected, remedy: remedy)
    }

    private func contractFinding(_ contract: UInt32) -> Finding? {
        let versions = Set(entryPoints.map(\.contract))
        guard !versions.isEmpty, !versions.contains(contract) else { return nil }
        let found = versions.sorted().map { "v\($0)" }.joined(separator: ", ")
        return Finding(.contract, found: found, expected: "v\(contract)", remedy: Self.sdkRemedy)
    }

    private var sdkFinding: Finding? {
        let needsSDK = needed.contains(Self.sdkLibrary)
        let copy = "its own copy (\(copiedTypeCount) \(copiedTypeCount == 1 ? "type" : "types"))"
        let (found, expected): (String, String)
        switch (copiedTypeCount > 0, needsSDK) {
        case (false, true): return nil
        case (true, true): (found, expected) = ("\(copy) beside \(Self.sdkLibrary)", "only \(Self.sdkLibrary)")
        case (true, false): (found, expected) = (copy, "a link to \(Self.sdkLibrary)")
        case (false, false): (found, expected) = ("no link to \(Self.sdkLibrary)", "one")
        }
        return Finding(.sdk, found: found, expected: expected, remedy: Self.sdkRemedy)
    }

    /// The finding for an SDK newer than the host's. The system's loader would only name the first symbol that is missing.
    private var newerSDKFinding: Finding? {
        guard let sdk, sdk > Contract.sdkVersion else { return nil }
        return Finding(
            .sdk, found: "that it was built against SDK \(sdk)",
            expected: "SDK \(Contract.sdkVersion), which this host has, or an older one",
            remedy: "update the host, or build it against this host's SDK, at `switchboard sdk path`")
    }

    private func toolchainFinding(with host: HostIdentity) -> Finding? {
        let others = toolchains.filter { !host.toolchains.contains($0) }
        guard !others.isEmpty, !host.toolchains.isEmpty else { return nil }
        return Finding(
            .toolchain, found: others.joined(separator: ", "),
            expected: host.toolchains.sorted().joined(separator: ", "),
            remedy: "build it with the Swift toolchain that this host was built with")
    }
}
