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
        // If the parent process ignored this signal, the system would discard the exit status of this process's
        // children.
        signal(SIGCHLD, SIG_DFL)
        // If the parent process closed one of the first three descriptors, the next opened file would receive that
        // descriptor's output. This loop opens a read-only file for each closed descriptor, so printing a result there
        // still fails.
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
