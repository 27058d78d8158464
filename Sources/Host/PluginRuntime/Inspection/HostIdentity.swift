import Platform

/// What a plugin has to match: the machine and the toolchain of the host's own executable.
package struct HostIdentity: Sendable, Equatable {
    let machine: ELFMachine
    /// The compilers that the executable names in its `.comment`; empty where they were stripped, and then any will do.
    let toolchains: Set<String>

    /// Reads the running executable; ask once and keep the answer.
    package static func current() throws(PluginFileError) -> HostIdentity {
        try HostIdentity(executable: "/proc/self/exe")
    }

    init(executable path: String) throws(PluginFileError) {
        let bytes = try PluginFile.bytes(at: path, followingLinks: true)
        do {
            let image = try ELFImage(bytes)
            self.init(machine: image.header.machine, toolchains: Set(try Toolchain.lines(of: image)))
        } catch {
            throw .damaged(path, error)
        }
    }

    init(machine: ELFMachine, toolchains: Set<String>) {
        self.machine = machine
        self.toolchains = toolchains
    }
}

/// The Swift toolchains that a file was built with, as its `.comment` names them.
enum Toolchain {
    /// The lines that name swiftlang's LLVM with its revision; others name the C compiler of the system's start files.
    ///
    /// A linker changes nothing of the code, and leaves its name only where it is LLVM's own.
    static func lines(of image: ELFImage) throws(ELFError) -> [String] {
        try image.comments().filter { $0.contains("swiftlang") && !$0.hasPrefix("Linker: ") }
    }
}
