import Platform

@_spi(Host) import ModuleKit

extension PluginInspection {
    private static let sdkRemedy = """
        build it with `swift build` in a package that depends on the SDK at `switchboard sdk path`
        """

    /// Returns all properties of the file that keep the host from loading it.
    func problems(with host: HostIdentity) -> [PluginProblem.Part] {
        let found = formatProblems(with: host)
        // The rest of a file with another layout cannot be read.
        guard header.isReadable else { return found }
        return found
            + [contractProblem, sdkProblem, versionProblem, toolchainProblem(with: host)].compactMap(\.self)
    }

    /// Returns all properties that keep the host from loading a library without a module.
    func libraryProblems(with host: HostIdentity) -> [PluginProblem.Part] {
        let format = formatProblems(with: host)
        guard header.isReadable else { return format }
        let copy = copiedTypeCount > 0 ? sdkProblem : nil
        return format + [copy, toolchainProblem(with: host)].compactMap(\.self)
    }

    private func formatProblems(with host: HostIdentity) -> [PluginProblem.Part] {
        let remedy = "build it on a machine like this one (\(host.machine))"
        let type = isExecutable ? "a position-independent executable" : header.type
        // If the byte order differs, only the byte order is reported, because the rest of the file cannot be read.
        if let order = Self.compare(.byteOrder, header.byteOrder, ELFHeader.littleEndian, remedy) { return [order] }
        return [
            Self.compare(.elfClass, header.elfClass, ELFHeader.bits64, remedy),
            Self.compare(.machine, header.machine, host.machine, remedy),
            Self.compare(.type, type, ELFHeader.shared, "give its product `type: .dynamic` in Package.swift"),
        ].compactMap(\.self)
    }

    private static func compare(
        _ field: PluginProblem.Field, _ found: String, _ expected: String, _ remedy: String
    ) -> PluginProblem.Part? {
        found == expected ? nil : PluginProblem.Part(field, found: found, expected: expected, remedy: remedy)
    }

    private var contractProblem: PluginProblem.Part? {
        guard !contracts.isEmpty, entryPoints.isEmpty else { return nil }
        let found = contracts.sorted().map { "v\($0)" }.joined(separator: ", ")
        return PluginProblem.Part(.contract, found: found, expected: "v\(contract)", remedy: Self.sdkRemedy)
    }

    /// The problem with the SDK's library, if any: a plugin must link that library, and must not contain a copy of it.
    private var sdkProblem: PluginProblem.Part? {
        let library = Self.sdkLibrary
        let needsSDK = needed.contains(library)
        let copy = "its own copy (\(copiedTypeCount) \(copiedTypeCount == 1 ? "type" : "types"))"
        let (found, expected): (String, String)
        switch (copiedTypeCount > 0, needsSDK) {
        case (false, true): return nil
        case (true, true): (found, expected) = ("\(copy) and \(library)", "only \(library)")
        case (true, false): (found, expected) = (copy, "a link to \(library)")
        case (false, false): (found, expected) = ("no link to \(library)", "one")
        }
        return PluginProblem.Part(.sdk, found: found, expected: expected, remedy: Self.sdkRemedy)
    }

    /// The problem with the version of the SDK that the plugin was built against, if this host does not support that
    /// version. Without this check, the system's loader would only name the first missing symbol.
    private var versionProblem: PluginProblem.Part? {
        guard let sdk, !(Contract.oldestSDK...Contract.sdkVersion).contains(sdk) else { return nil }
        return PluginProblem.Part(
            .sdk, found: "a build against SDK \(sdk)",
            expected: "this host's SDK \(Contract.sdkVersion), or an older one from \(Contract.oldestSDK) on",
            remedy: (sdk > Contract.sdkVersion ? "update the host, or " : "")
                + "build it against this host's SDK, at `switchboard sdk path`")
    }

    private func toolchainProblem(with host: HostIdentity) -> PluginProblem.Part? {
        let others = toolchains.filter { !host.toolchains.contains($0) }
        guard !others.isEmpty, !host.toolchains.isEmpty else { return nil }
        return PluginProblem.Part(
            .toolchain, found: others.joined(separator: ", "),
            expected: host.toolchains.sorted().joined(separator: ", "),
            remedy: "build it with the Swift toolchain that this host was built with")
    }
}
