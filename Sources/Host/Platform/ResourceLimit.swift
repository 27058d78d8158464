package import Glibc

/// The limits of this process (`setrlimit`).
package enum ResourceLimit {
    /// Lowers a limit for good; a lower limit stays as it is.
    ///
    /// - Parameter last: the hard limit, beyond which the process itself cannot raise the limit; `value` by default.
    package static func lower(
        _ resource: __rlimit_resource, to value: Int, last: Int? = nil
    ) throws(FileError) {
        let kind = __rlimit_resource_t(resource.rawValue)
        var limit = rlimit()
        try Descriptor.check(getrlimit(kind, &limit))
        limit.rlim_max = min(limit.rlim_max, rlim_t(max(last ?? value, 0)))
        limit.rlim_cur = min(rlim_t(max(value, 0)), limit.rlim_max)
        try Descriptor.check(setrlimit(kind, &limit))
    }

    /// Makes the system end the process with SIGXCPU after a further amount of processor time.
    package static func allowProcessorTime(seconds: Int) {
        var (usage, limit) = (rusage(), rlimit())
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
        limit.rlim_cur = min(rlim_t(used + seconds), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }
}
