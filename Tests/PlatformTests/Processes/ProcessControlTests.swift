import Glibc
import Platform
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Limits of a process` {
    @Test func `a limit of a process is lowered, but never raised`() throws {
        // Nothing in this process uses POSIX message queues.
        let resource = __RLIMIT_MSGQUEUE
        let kind = __rlimit_resource_t(resource.rawValue)
        func soft() -> UInt {
            var limit = rlimit()
            getrlimit(kind, &limit)
            return limit.rlim_cur
        }

        try ProcessControl.lower(resource, to: 1_000, last: 2_000)
        #expect(soft() == 1_000)
        try ProcessControl.lower(resource, to: 1_500)
        #expect(soft() == 1_000)
        try ProcessControl.lower(resource, to: 500)
        #expect(soft() == 500)
    }
}
