import Glibc
import Platform
import PluginRuntime

@main
struct Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == IsolatedChild.word {
            IsolatedChild.confine(
                arguments.dropFirst(), storage: UserEnvironment.storage(UserEnvironment.variables))
        }
        Confinement.followParent()
        var plugins: [ReadPlugin] = []
        if let word = arguments.first, word == PluginScan.word || CheckChild.steps(of: word) != nil {
            let isScan = word == PluginScan.word
            plugins = ReadPlugin.read(arguments.dropFirst().prefix(isScan ? .max : 1))
            let others = isScan ? (files: [], network: false) : CheckedOthers.needs(arguments.dropFirst(2))
            Confinement.confine(readable: plugins.flatMap(\.needed) + others.files, hasNetwork: others.network)
            Confinement.apply(IsolationLimits())
        }
        // A closed reader is an error of the write, not an end of the process in the middle of its work.
        signal(SIGPIPE, SIG_IGN)
        // The parent process may have set this signal so that the system discards the exit status of children.
        signal(SIGCHLD, SIG_DFL)
        // If the parent process closed one of the first three descriptors, the next opened file would receive their
        // output; the file that is opened in its place cannot be written, so that a result without a reader is still a
        // failure.
        while true {
            let descriptor = open("/dev/null", O_RDONLY)
            guard (0...2).contains(descriptor) else {
                close(descriptor)
                break
            }
        }
        StandardOutput.claim()
        let program = Program(
            arguments: Array(arguments), environment: UserEnvironment.variables, plugins: plugins)
        BlockingExecutor.task { ProcessEnd.exit(await program.run().rawValue) }
        MainThread.serve()
    }
}
