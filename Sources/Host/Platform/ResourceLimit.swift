package import Glibc

/// The limits of this process (`setrlimit`).
package enum ResourceLimit {
    /// Lowers a limit for good; one that is lower stays.
    ///
    /// - Parameter last: the limit that the process itself cannot raise; `nil` for the same.
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

    /// Has the system end the process with SIGXCPU when it has used so much more time of a processor.
    package static func allowProcessorTime(seconds: Int) {
        var (usage, limit) = (rusage(), rlimit())
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
        limit.rlim_cur = min(rlim_t(used + seconds), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }
}
