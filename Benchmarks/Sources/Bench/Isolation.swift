import Glibc

/// Compares a call of an isolated module with a body of 200 bytes with a bare round trip of equal size over a socket
/// pair, in one run, and measures the call with 8 simultaneous callers. Prints microseconds, and the median ratios of
/// the turns.
enum Isolation {
    static func run(on host: Host) throws {
        precede()
        let options = try host.subjects("Apart", "Meter") + ["--deadline", "600"]
        print(try host.succeed([host.program] + options + ["call", "app://meter/isolation"]).output, terminator: "")
    }

    /// Runs this process and its children before all other work of the machine if the user may do so (root), so that
    /// load changes little.
    static func precede() {
        var priority = sched_param(sched_priority: 10)
        _ = sched_setscheduler(0, SCHED_FIFO, &priority)
    }
}
