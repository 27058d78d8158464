import Glibc

/// The calls that a thread is in.
package enum CallStack {
    private static let limit = 128

    /// The return addresses of the calls that this thread is in, the innermost first; none where the C library has no
    /// `backtrace`, which Swift does not import.
    package static var addresses: [UInt] {
        typealias Backtrace = @convention(c) (UnsafeMutablePointer<UInt>?, CInt) -> CInt
        guard let function = dlsym(nil, "backtrace") else { return [] }
        let backtrace = unsafeBitCast(function, to: Backtrace.self)
        return Array(unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(Int(backtrace(buffer.baseAddress, CInt(limit))), 0)
        }
    }
}
