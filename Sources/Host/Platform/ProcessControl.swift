import Glibc

/// The C function `prctl`, whose variable arguments Swift cannot import; the system reads five words.
package enum ProcessControl {
    private typealias Function = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt

    private static let function = dlsym(nil, "prctl").map { unsafeBitCast($0, to: Function.self) }

    /// Calls it; the result is negative for an error, which `errno` has.
    @discardableResult
    package static func call(_ option: CInt, _ first: UInt = 0, _ second: UInt = 0) -> CInt {
        function.map { $0(option, first, second, 0, 0) } ?? -1
    }

    /// Gives up all capabilities of this thread, and of those that begin after this, for good.
    package static func dropCapabilities() throws(FileError) {
        let drop: CInt = 24  // PR_CAPBSET_DROP, which only a process with capabilities may do and needs
        for number in 0..<64 { call(drop, UInt(number)) }
        // `int capset(cap_user_header_t, const cap_user_data_t)`; the system clears the ambient ones with the inheritable ones.
        guard let symbol = dlsym(nil, "capset") else { throw .system(ENOSYS) }
        typealias Function = @convention(c) (UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> CInt
        let header: [UInt32] = [0x2008_0522, 0]  // _LINUX_CAPABILITY_VERSION_3, this thread
        let none = [UInt32](repeating: 0, count: 6)
        try Descriptor.check(unsafeBitCast(symbol, to: Function.self)(header, none))
    }
}
