import Glibc

/// A system call that failed.
public struct SystemError: Error, CustomStringConvertible {
    private let call: String
    private let code: CInt

    /// Makes an error from the call's name and its `errno`.
    public init(_ call: String, code: CInt) {
        self.call = call
        self.code = code
    }

    /// The call and the system's message for the code.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
