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
}
