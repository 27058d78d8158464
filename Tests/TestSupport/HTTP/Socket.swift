import Glibc

/// A stream socket that is closed with its last reference, so that it never uses the descriptor of another file.
final class Socket: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Returns two connected sockets.
    static func pair() throws -> (Socket, Socket) {
        var descriptors: [Int32] = [-1, -1]
        try check(socketpair(AF_UNIX, streamType, 0, &descriptors), "socketpair")
        return (Socket(descriptors[0]), Socket(descriptors[1]))
    }

    /// Returns a socket on a free loopback port; if it does not listen, the port refuses connections.
    static func bound(listening: Bool) throws -> Socket {
        let socket = Socket(try check(socket(AF_INET, streamType, 0), "socket"))
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        try check(setsockopt(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size), "setsockopt")
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        try withSocketAddress(of: &address) { try check(bind(socket.descriptor, $0, $1), "bind") }
        if listening { try check(listen(socket.descriptor, SOMAXCONN), "listen") }
        return socket
    }

    /// The local port.
    func port() throws -> UInt16 {
        var address = sockaddr_in()
        try Self.withSocketAddress(of: &address) { pointer, length in
            var length = length
            try Self.check(getsockname(descriptor, pointer, &length), "getsockname")
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Returns the next connection, or `nil` after `hangUp`.
    func accept() -> Socket? {
        while true {
            let connection = Glibc.accept(descriptor, nil, nil)
            if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
            guard connection >= 0 else { return nil }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            return Socket(connection)
        }
    }

    /// Returns the bytes that came, at least one, or `nil` if no more will come.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Sends all bytes; returns `false`, without a signal, if the peer has closed the connection.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Shuts down both directions for every holder of the socket, including blocked threads and child processes.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Blocks until one of the sockets is readable or closed, or until the timeout; −1 waits forever.
    ///
    /// Returns the index of the first such socket, or `nil` after the timeout.
    static func wait(for sockets: [Socket], milliseconds: Int32 = -1) -> Int? {
        var polled = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        while poll(&polled, nfds_t(polled.count), milliseconds) < 0, errno == EINTR {}
        return polled.firstIndex { $0.revents != 0 }
    }

    private static var streamType: Int32 { Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) }

    @discardableResult
    private static func check(_ result: Int32, _ call: String) throws -> Int32 {
        guard result >= 0 else { throw SystemError(call, code: errno) }
        return result
    }

    private static func withSocketAddress(
        of address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Void
    ) rethrows {
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
