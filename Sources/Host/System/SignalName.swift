import Glibc

/// The names of signals.
enum SignalName {
    /// Such as `SIGSEGV (Segmentation fault)`.
    static func text(_ signal: CInt) -> String {
        let words = strsignal(signal).map { String(cString: $0) } ?? "unknown"
        return names[signal].map { "\($0) (\(words))" } ?? "signal \(signal) (\(words))"
    }

    private static let names: [CInt: String] = [
        SIGABRT: "SIGABRT", SIGALRM: "SIGALRM", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
        SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV",
        SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]
}
