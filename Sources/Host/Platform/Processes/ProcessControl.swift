package import Glibc

/// The limits and capabilities of this process.
package enum ProcessControl {
    private static let function: (@convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt)? =
        DynamicLibrary.systemFunction("prctl")

    /// Calls `prctl`, whose variable arguments Swift cannot import; a negative result is an error, in `errno`.
    @discardableResult
    package static func call(_ option: CInt, _ first: UInt = 0, _ second: UInt = 0) -> CInt {
        function?(option, first, second, 0, 0) ?? -1
    }

    /// Permanently gives up all capabilities of this thread and of threads that start later.
    package static func dropCapabilities() throws(FileError) {
        let drop: CInt = 24  // PR_CAPBSET_DROP, which only a process with capabilities may do and needs
        for number in 0..<64 { call(drop, UInt(number)) }
        // `int capset(cap_user_header_t, const cap_user_data_t)`; the system clears the ambient capabilities with the
        // inheritable ones.
        let function: (@convention(c) (UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> CInt)? =
            DynamicLibrary.systemFunction("capset")
        guard let function else { throw .system(ENOSYS) }
        let header: [UInt32] = [0x2008_0522, 0]  // _LINUX_CAPABILITY_VERSION_3, this thread
        let none = [UInt32](repeating: 0, count: 6)
        try Descriptor.check(function(header, none))
    }

    /// Permanently lowers a limit (`setrlimit`). A limit that is already lower does not change. `last` is the hard
    /// limit, above which the process can never raise the limit. The default of `last` is `value`.
    package static func lower(
        _ resource: __rlimit_resource, to value: Int, last: Int? = nil
    ) throws(FileError) {
        let kind = __rlimit_resource_t(resource.rawValue)
        var limit = rlimit()
        try Descriptor.check(getrlimit(kind, &limit))
        limit.rlim_max = min(limit.rlim_max, rlim_t(max(last ?? value, 0)))
        limit.rlim_cur = min(limit.rlim_cur, rlim_t(max(value, 0)), limit.rlim_max)
        try Descriptor.check(setrlimit(kind, &limit))
    }

    /// Makes the system end the process with SIGXCPU after a further `seconds` of processor time.
    package static func allowProcessorTime(seconds: Int) {
        var (usage, limit) = (rusage(), rlimit())
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
        limit.rlim_cur = min(rlim_t(used + seconds), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }
}
