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
        // Only the needed parts are read: the whole file has 10 MB, and 20 MB in a debug build.
        let read = { (part: ELFPart, offset: UInt64, size: UInt64) throws(ELFError) -> ELFView in
            let (start, count) = (Int(clamping: offset), Int(clamping: size))
            let bytes = (try? File.part(of: path, from: start, count: count)) ?? []
            guard bytes.count == count else {
                throw .outOfBounds(part, offset: offset, size: size, limit: UInt64(bytes.count))
            }
            return ELFView(part, bytes)
        }
        do throws(ELFError) {
            let header = try ELFHeader(read(.header, 0, 20))
            return HostIdentity(
                machine: header.machine, toolchains: Set(try ELFImage.toolchains(header, reading: read)))
        } catch {
            throw .damaged(path, error)
        }
    }
}
