import Glibc
import Platform
import PluginRuntime

@main
struct Main {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        Confinement.followParent()
        let mode = Mode(arguments)
        mode.confine(arguments)
        // A write to a closed pipe fails instead of ending the process in the middle of its work.
        signal(SIGPIPE, SIG_IGN)
        // The parent process may have set this signal so that the system discards the exit status of children.
        signal(SIGCHLD, SIG_DFL)
        // If the parent process closed one of the first three descriptors, the next opened file would receive their
        // output. This loop opens a read-only file for each of them, so that printing a result there is still a
        // failure.
        while true {
            let descriptor = open("/dev/null", O_RDONLY)
            guard (0...2).contains(descriptor) else {
                close(descriptor)
                break
            }
        }
        StandardOutput.claim()
        BlockingExecutor.task { ProcessEnd.exit(await mode.run(arguments, UserEnvironment.variables).rawValue) }
        MainThread.serve()
    }
}
