package import Glibc

/// A Unix socket between two processes of one user, which carries whole messages (`SOCK_SEQPACKET`).
package final class LocalSocket: Sendable {
    private let socket: Descriptor
    private var number: CInt { socket.number }

    private init(owning number: CInt) throws(FileError) { socket = try Descriptor(owning: number) }

    /// Listens at a new name in an open folder. Only the user may connect.
    package static func listening(
        at name: String, in folder: borrowing Descriptor
    ) throws(FileError) -> LocalSocket {
        let socket = try LocalSocket()
        // The file gets the permissions of the socket.
        try Descriptor.check(fchmod(socket.number, 0o600))
        try Descriptor.check(Self.withAddress(of: name, in: folder) { bind(socket.number, $0, $1) })
        try Descriptor.check(listen(socket.number, backlog))
        return socket
    }

    /// Connects to the process that listens at a name in an open folder; fails immediately if that process's queue is
    /// full. The process may accept the connection after this call has returned. `seconds` is the time limit of each
    /// later sending or reception.
    package static func connecting(
        to name: String, in folder: borrowing Descriptor, seconds: Int
    ) throws(FileError) -> LocalSocket {
        let socket = try LocalSocket()
        socket.limit(SO_SNDTIMEO, .seconds(seconds))
        socket.limit(SO_RCVTIMEO, .seconds(seconds))
        // If the listening process is stopped, its queue may be full. A blocking `connect` would then wait.
        try Descriptor.check(fcntl(socket.number, F_SETFL, O_NONBLOCK))
        try Descriptor.check(Self.withAddress(of: name, in: folder) { connect(socket.number, $0, $1) })
        try Descriptor.check(fcntl(socket.number, F_SETFL, 0))
        return socket
    }

    /// Waits for the next connection; `nil` after `shutDown()`. `seconds` is the time limit of each later sending or
    /// reception.
    package func accept(seconds: Int) -> LocalSocket? {
        while true {
            let peer = Self.accept(number)
            if peer < 0, errno != EINVAL, errno != EBADF {
                // Without a free descriptor, the connection stays in the queue, and a loop without a pause would use a
                // whole core.
                if errno != EINTR, errno != ECONNABORTED { usleep(100_000) }
                continue
            }
            guard let socket = try? LocalSocket(owning: peer) else { return nil }
            socket.limit(SO_SNDTIMEO, .seconds(seconds))
            socket.limit(SO_RCVTIMEO, .seconds(seconds))
            return socket
        }
    }

    /// Accepts a connection that no child inherits, with a function of Linux that Swift does not import.
    private static func accept(_ number: CInt) -> CInt {
        let function:
            (@convention(c) (CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, CInt) -> CInt)? =
                DynamicLibrary.systemFunction("accept4")
        return function?(number, nil, nil, CInt(SOCK_CLOEXEC.rawValue)) ?? Glibc.accept(number, nil, nil)
    }

    /// The process at the other end; `nil` if it belongs to another user.
    package var peer: pid_t? {
        var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        return credentials.user == geteuid() ? credentials.process : nil
    }

    /// Sets the time limit of each later reception; a time below one millisecond counts as one millisecond.
    package func waitAtMost(_ time: Duration) { limit(SO_RCVTIMEO, time) }

    package func send(_ message: [UInt8]) throws(FileError) {
        let count = Glibc.send(number, message, message.count, CInt(MSG_NOSIGNAL))
        try Descriptor.check(CInt(truncatingIfNeeded: min(count, 0)))
    }

    /// Sends a datagram (`SOCK_DGRAM`) to the service at a path, such as the system's service manager (sd_notify(3)),
    /// if the service exists.
    package static func send(_ message: String, to path: String) {
        let kind = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard let socket = try? LocalSocket(owning: Glibc.socket(AF_UNIX, kind, 0)) else { return }
        let bytes = Array(message.utf8)
        _ = withAddress(path) { CInt(sendto(socket.number, bytes, bytes.count, CInt(MSG_NOSIGNAL), $0, $1)) }
    }

    /// Receives one message; an empty message is the end of the connection.
    package func receive(limit: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = recv(number, &bytes, limit, CInt(MSG_TRUNC))
        while count < 0, errno == EINTR { count = recv(number, &bytes, limit, CInt(MSG_TRUNC)) }
        try Descriptor.check(CInt(truncatingIfNeeded: min(count, 0)))
        guard count <= limit else { throw .tooLarge(bytes: count, limit: limit) }
        return Array(bytes.prefix(count))
    }

    /// Ends the wait for connections.
    package func shutDown() { shutdown(number, CInt(SHUT_RDWR)) }

    private static let backlog: CInt = 8

    private convenience init() throws(FileError) {
        try self.init(owning: Glibc.socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0))
    }

    private func limit(_ option: CInt, _ duration: Duration) {
        // A time of 0 would mean no limit.
        let (seconds, fraction) = max(duration, .milliseconds(1)).components
        var time = timeval(tv_sec: Int(seconds), tv_usec: Int(fraction / 1_000_000_000_000))
        setsockopt(number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Calls a closure with the socket address of a name in a folder. The address contains the folder's descriptor
    /// instead of the folder's path, which may be too long.
    private static func withAddress(
        of name: String, in folder: borrowing Descriptor, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        withAddress("/proc/self/fd/\(folder.number)/\(name)", body)
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(path.utf8)
        // A name that begins with @ is in the abstract namespace.
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sa_family_t>.size + path.count))
            }
        }
    }
}
