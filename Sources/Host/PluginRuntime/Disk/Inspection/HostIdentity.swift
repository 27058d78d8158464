import Platform

/// The properties of the host's executable that a plugin must match: the machine and the toolchain.
package struct HostIdentity: Sendable, Equatable {
    let machine: String
    /// The compilers that the executable's `.comment` section names. If the section was stripped, the set is empty, and
    /// every toolchain matches.
    let toolchains: Set<String>

    /// Returns the properties of the running executable. The first call reads them.
    package static func current() throws(PluginProblem) -> HostIdentity { try found.get() }

    private static let found = Result { () throws(PluginProblem) in
        let path = "/proc/self/exe"
        let bytes = try PluginFile.bytes(at: path, followingLinks: true)
        do throws(ELFError) {
            let image = try ELFImage(bytes)
            return HostIdentity(machine: image.header.machine, toolchains: Set(try image.toolchains()))
        } catch {
            throw .damaged(path, error)
        }
    }
}
