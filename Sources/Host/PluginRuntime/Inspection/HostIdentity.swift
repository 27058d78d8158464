import Platform

/// The properties of the host's executable that a plugin must match: the machine and the toolchain.
package struct HostIdentity: Sendable, Equatable {
    let machine: ELFMachine
    /// The compilers in the executable's `.comment`; empty if they were stripped, and then any toolchain will do.
    let toolchains: Set<String>

    /// Reads the running executable. Call it once and keep the result.
    package static func current() throws(PluginProblem) -> HostIdentity {
        try HostIdentity(executable: "/proc/self/exe")
    }

    init(executable path: String) throws(PluginProblem) {
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
    /// Returns the lines with swiftlang's LLVM and its revision; others name the C compiler of the system's start files.
    ///
    /// A line of a linker does not count: a linker does not change the code.
    static func lines(of image: ELFImage) throws(ELFError) -> [String] {
        try image.comments().filter { $0.contains("swiftlang") && !$0.hasPrefix("Linker: ") }
    }
}
