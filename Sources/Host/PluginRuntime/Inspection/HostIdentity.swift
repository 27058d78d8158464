import Platform

/// The properties of the host's executable that a plugin must match: the machine and the toolchain.
package struct HostIdentity: Sendable, Equatable {
    let machine: String
    /// The compilers in the executable's `.comment`; empty if they were stripped, and then any toolchain will do.
    let toolchains: Set<String>

    /// Reads the running executable. Call it once and keep the result.
    package static func current() throws(PluginProblem) -> HostIdentity {
        let path = "/proc/self/exe"
        let bytes = try PluginFile.bytes(at: path, followingLinks: true)
        do {
            let image = try ELFImage(bytes)
            return HostIdentity(machine: image.header.machine, toolchains: Set(try image.toolchains()))
        } catch {
            throw .damaged(path, error)
        }
    }
}
