import FoundationEssentials
import Glibc

@main
struct Main {
    static func main() async {
        // A reader that goes away is an error of the write, not the end of the process in the middle of something.
        signal(SIGPIPE, SIG_IGN)
        let program = Program(
            arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
        exit(await program.run().rawValue)
    }
}
