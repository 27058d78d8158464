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
        // This process may have inherited an ignored SIGCHLD from its parent. The system would then discard the exit
        // statuses of this process's children.
        signal(SIGCHLD, SIG_DFL)
        // If the parent process closed one of the first three descriptors, the next opened file would get that
        // descriptor's number and receive the process's output. This loop opens /dev/null read-only for each closed
        // descriptor, so a write to that descriptor fails.
        while true {
            let descriptor = open("/dev/null", O_RDONLY)
            guard (0...2).contains(descriptor) else {
                close(descriptor)
                break
            }
        }
        mode.requireFiles(arguments)
        StandardOutput.claim()
        MainThread.serve {
            BlockingExecutor.task { ProcessEnd.exit(await mode.run(arguments, UserEnvironment.variables).rawValue) }
        }
    }
}
