import FoundationEssentials
import Glibc
import Platform

@main
struct Main {
    static func main() {
        // A reader that goes away is an error of the write, not the end of the process in the middle of something.
        signal(SIGPIPE, SIG_IGN)
        // Whoever started the host may have had the system throw away how children end.
        signal(SIGCHLD, SIG_DFL)
        // Whoever closed one of the first three would have the next file that is opened written into; what is opened in
        // its place cannot be written, so that a result that nobody gets is still a failure.
        while true {
            let descriptor = open("/dev/null", O_RDONLY)
            guard (0...2).contains(descriptor) else {
                close(descriptor)
                break
            }
        }
        StandardOutput.claim()
        let program = Program(
            arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
        BlockingExecutor.task { ProcessEnd.exit(await program.run().rawValue) }
        MainThread.serve()
    }
}
