extension PluginContents {
    /// The SDK's library, which a plugin must need and must not contain.
    private static let sdkLibrary = "libModuleKit.so"
    private static let sdkRemedy = """
        build it with `swift build` in a package that depends on the SDK at `switchboard sdk path`
        """

    /// Everything in which the file differs from what a host can load.
    func mismatches(with host: HostIdentity, contract: UInt32) -> [Mismatch] {
        let found = formatMismatches(with: host)
        // Of a file in another layout no more is known.
        guard header.isReadable else { return found }
        return found + [contractMismatch(contract), sdkMismatch, toolchainMismatch(with: host)].compactMap(\.self)
    }

    private func formatMismatches(with host: HostIdentity) -> [Mismatch] {
        let remedy = "build it on a machine like this one (\(host.machine))"
        let type = isExecutable ? "a position-independent executable" : "\(header.type)"
        return [
            Self.compare(.elfClass, "\(header.elfClass)", "\(ELFClass.bits64)", remedy),
            Self.compare(.byteOrder, "\(header.byteOrder)", "\(ELFByteOrder.littleEndian)", remedy),
            Self.compare(.machine, "\(header.machine)", "\(host.machine)", remedy),
            Self.compare(.type, type, "\(ELFType.shared)", "give its product `type: .dynamic` in Package.swift"),
        ].compactMap(\.self)
    }

    private static func compare(
        _ field: Mismatch.Field, _ found: String, _ expected: String, _ remedy: String
    ) -> Mismatch? {
        found == expected ? nil : Mismatch(field, found: found, expected: expected, remedy: remedy)
    }

    private func contractMismatch(_ contract: UInt32) -> Mismatch? {
        let versions = Set(entryPoints.map(\.contract))
        guard !versions.isEmpty, !versions.contains(contract) else { return nil }
        let found = versions.sorted().map { "v\($0)" }.joined(separator: ", ")
        return Mismatch(.contract, found: found, expected: "v\(contract)", remedy: Self.sdkRemedy)
    }

    private var sdkMismatch: Mismatch? {
        let needsSDK = needed.contains(Self.sdkLibrary)
        let copy = "its own copy (\(copiedTypeCount) \(copiedTypeCount == 1 ? "type" : "types"))"
        let (found, expected): (String, String)
        switch (copiedTypeCount > 0, needsSDK) {
        case (false, true): return nil
        case (true, true): (found, expected) = ("\(copy) beside \(Self.sdkLibrary)", "only \(Self.sdkLibrary)")
        case (true, false): (found, expected) = (copy, "to need \(Self.sdkLibrary)")
        case (false, false): (found, expected) = ("no need of it", "to need \(Self.sdkLibrary)")
        }
        return Mismatch(.sdk, found: found, expected: expected, remedy: Self.sdkRemedy)
    }

    private func toolchainMismatch(with host: HostIdentity) -> Mismatch? {
        let others = toolchains.filter { !host.toolchains.contains($0) }
        guard !others.isEmpty, !host.toolchains.isEmpty else { return nil }
        return Mismatch(
            .toolchain, found: others.joined(separator: ", "),
            expected: host.toolchains.sorted().joined(separator: ", "),
            remedy: "build it with the Swift toolchain that this host was built with")
    }
}
