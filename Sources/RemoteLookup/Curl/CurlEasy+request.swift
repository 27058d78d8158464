import CurlShim
import Glibc
@_spi(Host) import ModuleKit

extension CurlEasy {
    /// Prepares the request of a transfer, with nothing in it that was not asked for: no proxy that the environment
    /// names, no redirect. Cookies, `.netrc` and encodings of the body are off, and certificates checked, by default.
    func setRequest(_ transfer: Transfer) throws(TransportError) {
        try set(.url, to: transfer.request.address)
        try set(.userAgent, to: "switchboard/\(Contract.sdkVersion)")
        try send(header: "Accept: \(transfer.request.accept)")
        for header in transfer.request.headers { try send(header: "\(header.name): \(header.value)") }
        try set(.proxy, to: "")
        try set(.followLocation, to: 0)
        try set(.allowsHTTP09, to: 0)
        try set(.timeoutMilliseconds, to: transfer.deadline.wholeMilliseconds)
        try setProtocols()
        try setConduct()
    }

    private func setProtocols() throws(TransportError) {
        do {
            try set(.protocolNames, to: "http,https")
            try set(.redirectProtocolNames, to: "http,https")
        } catch {
            let both = 0b11  // CURLPROTO_HTTP | CURLPROTO_HTTPS
            try set(.protocols, to: both)
            try set(.redirectProtocols, to: both)
        }
    }

    /// How libcurl behaves in a process that is not its own.
    private func setConduct() throws(TransportError) {
        try set(.noSignal, to: 1)
        try set(.openSocket) { _, _, address in
            guard let address = address?.pointee else { return -1 }
            // A child of the process must not hold a connection open.
            return socket(address.family, address.type | CInt(SOCK_CLOEXEC.rawValue), address.protocol)
        }
        // A libcurl before 7.87 does not know this; there, a host name that takes long to resolve holds up everybody once
        // it is given up.
        try? set(.quickExit, to: 1)
    }
}

extension Duration {
    /// The time in milliseconds, rounded up, as a positive `int`.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let limit = Int64(CInt.max)
        return Int(min(max(min(seconds, limit / 1000) * 1000 + fraction, 1), limit))
    }
}
