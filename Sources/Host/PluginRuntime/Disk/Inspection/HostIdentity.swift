import Platform
import Synchronization

/// The properties of the host's executable that a plugin must match: the machine and the toolchain.
package struct HostIdentity: Sendable, Equatable {
    let machine: String
    /// The compilers that the executable's `.comment` section names. If the section was stripped, the set is empty, and
    /// every toolchain matches.
    let toolchains: Set<String>

    /// Returns the properties of the running executable, which are kept after the first successful read.
    package static func current() throws(PluginProblem) -> HostIdentity {
        if let known = known.withLock(\.self) { return known }
        let identity = try read()
        known.withLock { $0 = identity }
        return identity
    }

    private static let known = Mutex<HostIdentity?>(nil)

    private static func read() throws(PluginProblem) -> HostIdentity {
        let path = "/proc/self/exe"
        var failure: FileError?
        // Only the needed parts are read: the whole file has 10 MB, and 20 MB in a debug build.
        let read = { (part: ELFPart, offset: UInt64, size: UInt64) throws(ELFError) -> ELFView in
            let (start, count) = (Int(clamping: offset), Int(clamping: size))
            var bytes: [UInt8] = []
            do throws(FileError) {
                bytes = try File.part(of: path, from: start, count: count)
            } catch {
                failure = error
            }
            guard bytes.count == count else {
                throw .outOfBounds(part, offset: offset, size: size, limit: offset + UInt64(bytes.count))
            }
            return ELFView(part, bytes)
        }
        do throws(ELFError) {
            let header = try ELFHeader(read(.header, 0, 20))
            return HostIdentity(
                machine: header.machine, toolchains: Set(try ELFImage.toolchains(header, reading: read)))
        } catch {
            throw failure.map { .unread(path, $0) } ?? .damaged(path, error)
        }
    }
}
