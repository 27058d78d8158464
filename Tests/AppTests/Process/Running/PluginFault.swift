import Foundation

/// A fault of a plugin that `Documentation/Faults.md` lists.
struct PluginFault: Sendable {
    enum Kind { case code, file, installedFile }

    /// The name in the document and in the variable FAULT of the fixture.
    let name: String
    let kind: Kind
    /// Puts the file with the fault into the host's folder, if the fault is found by the scan.
    let put: @Sendable (FaultHome) throws -> Void

    /// The stages of a module's life at which the fault can happen.
    var stages: [FaultCell.Stage] {
        switch kind {
        case .code: FaultCell.Stage.allCases
        case .file: [.scan]
        case .installedFile: [.scan, .start]
        }
    }

    /// The processes that may run the module; a file with a fault does not run in any.
    var runners: [FaultCell.Runner] { kind == .file ? [.both] : [.host, .isolated] }

    /// All faults, in the order of the document.
    static let all: [PluginFault] =
        ["trap", "segfault", "exit(0)", "hang", "1 GiB allocation", "endless output", "throw"].map { name in
            PluginFault(name: name, kind: .code) { try $0.put(FaultLibraries.scanned(name)) }
        } + files + [
            PluginFault(name: "changed after install", kind: .installedFile) { try $0.changeInstalledFile() }
        ]

    private static let files = [
        file("wrong ABI") { try $0.put(FaultLibraries.foreign("NEWER")) },
        file("truncated file") { try $0.put(FaultLibraries.fault.get()) { $0 = $0.prefix(20_000) } },
        file("other machine") { home in
            // The number of AArch64 in the header.
            try home.put(FaultLibraries.fault.get()) { $0.replaceSubrange(18..<20, with: [0xB7, 0]) }
        },
        file("missing symbol") { try $0.put(FaultLibraries.foreign("UNDEFINED")) },
        file("own copy of the SDK") { try $0.put(FaultLibraries.foreign("OWN_SDK")) },
        file("duplicate route") { try $0.put(FaultLibraries.scanned("duplicate route")) },
        file("duplicate name") { try $0.put(FaultLibraries.bystander.get()) { $0.append(0x78) } },
        file("world-writable") { home in
            try home.put(FaultLibraries.fault.get())
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: home.file)
        },
        file("symlink") { home in
            try FileManager.default.createSymbolicLink(
                atPath: home.file, withDestinationPath: FaultLibraries.fault.get())
        },
    ]

    private static func file(
        _ name: String, put: @escaping @Sendable (FaultHome) throws -> Void
    ) -> PluginFault { PluginFault(name: name, kind: .file, put: put) }
}
