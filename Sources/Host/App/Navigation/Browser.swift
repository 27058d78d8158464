import Glibc
import Platform
import Synchronization

/// The user's web browser, from `$BROWSER`.
struct Browser: Sendable {
    /// The browsers that were started and may have ended since.
    private static let started = Mutex<[pid_t]>([])

    /// The browser's path, or its name, which is looked up in `$PATH`.
    let program: String

    /// Starts the browser with an `http` or `https` URL as its only argument, without a shell.
    ///
    /// The browser runs in a separate session and does not inherit the host's open files. A script that waits for the
    /// end of the host's output therefore does not wait for the browser.
    ///
    /// - Returns: the reason why the browser was not started; `nil` if it was started.
    func open(_ url: String) -> String? {
        do throws(FileError) {
            guard let path = program.contains("/") ? program : Executable.find(program) else { throw .system(ENOENT) }
            let nothing = try Descriptor(opening: "/dev/null", O_WRONLY)
            let process = try ChildProgram(path: path, arguments: [url]).start(
                output: nothing.number, errors: nothing.number)
            // The system keeps the entries of ended browsers until they are reaped here.
            Self.started.withLock { $0 = $0.filter { waitpid($0, nil, WNOHANG) == 0 } + [process] }
            return nil
        } catch {
            return "the browser \"\(program)\" was not started: \(error); set BROWSER to a program, or leave out "
                + HostOptions.browser.name
        }
    }
}
