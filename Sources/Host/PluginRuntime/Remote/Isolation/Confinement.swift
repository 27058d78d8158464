import Glibc
import Platform

/// The confinement of a process that runs a plugin's code, applied before the process has a second thread.
package enum Confinement {
    /// The parts of the confinement that this system lacks, each with the cause, as text; `nil` if it lacks none.
    package static var weakness: String? {
        let weaknesses = [
            FileAccess.absence.map { "it can access your files: \($0)" },
            SystemCallFilter.absence.map { "it can access your other processes and the network: \($0)" },
        ]
        let text = weaknesses.compactMap(\.self).joined(separator: "; ")
        return text.isEmpty ? nil : text
    }

    /// Makes the system end this process when its parent ends, if the parent requests it.
    package static func followParent() {
        guard let parent = getenv(ChildProgram.parentVariable).flatMap({ pid_t(String(cString: $0)) }) else { return }
        // Children of this process do not inherit the variable.
        unsetenv(ChildProgram.parentVariable)
        dieWithParent(parent)
    }

    /// Makes the system end this process when its parent ends.
    static func dieWithParent(_ parent: pid_t) {
        let parentDeathSignal: CInt = 1  // PR_SET_PDEATHSIG
        ProcessControl.call(parentDeathSignal, UInt(SIGKILL))
        // The parent may have ended before the call.
        if getppid() != parent { _exit(1) }
    }

    /// Lowers the limits of this process permanently.
    package static func apply(_ limits: IsolationLimits) {
        orExit { () throws(FileError) in
            try ProcessControl.lower(RLIMIT_DATA, to: limits.megabytes << 20)
            // At the first limit, the system sends SIGXCPU, which shows the cause. At the second, it kills the process.
            try ProcessControl.lower(RLIMIT_CPU, to: limits.seconds, last: limits.seconds + 5)
            try ProcessControl.lower(RLIMIT_NOFILE, to: limits.files)
            // A write beyond the limit is an error, and does not end the process.
            signal(SIGXFSZ, SIG_IGN)
            try ProcessControl.lower(RLIMIT_FSIZE, to: limits.megabytes << 20)
            // Writing a core file takes longer than the host waits.
            try ProcessControl.lower(RLIMIT_CORE, to: 0)
        }
    }

    /// Denies this process access to other processes, and to all files except the system's files, the host's libraries,
    /// and the files of the parameters.
    ///
    /// - Parameters:
    ///   - readable: additional files and folders that the process may read, such as plugins.
    ///   - storage: the folder of a module's data, created if it is missing; `nil` for a process that scans or checks
    ///     plugins.
    ///   - hasNetwork: whether the process may open network sockets.
    package static func confine(readable: [String], storage: String? = nil, hasNetwork: Bool) {
        var access = FileAccess()
        access.readable = FileAccess.system + hostLibraries + readable
        access.devices = FileAccess.harmlessDevices
        if let temporary = getenv("TMPDIR") { access.writable.append(String(cString: temporary)) }
        if let storage {
            // If the folder cannot be created, its first use reports the cause.
            try? Path.makeFolders(storage)
            access.writable.append(storage)
        }
        orExit { () throws(FileError) in
            let noNewPrivileges: CInt = 38  // PR_SET_NO_NEW_PRIVS
            try Descriptor.check(ProcessControl.call(noNewPrivileges, 1))
            try ProcessControl.dropCapabilities()
            try access.confine()
            try SystemCallFilter(hasNetwork: hasNetwork, hasFiles: storage != nil).apply()
        }
    }

    /// The open libraries, the libraries of the Swift runtime, and the libraries next to the executable.
    private static var hostLibraries: [String] {
        let beside = (try? Descriptor(opening: Executable.folder, O_RDONLY | O_DIRECTORY).names()) ?? []
        let libraries = beside.filter { $0.hasSuffix(".so") }.map { "\(Executable.folder)/\($0)" }
        return SwiftRuntime.mappedNow() + [SwiftRuntime.folder, Executable.path] + libraries
    }

    /// Ends the process if it cannot be confined, after writing a line that the host displays.
    private static func orExit(_ body: () throws(FileError) -> Void) {
        do throws(FileError) {
            try body()
        } catch {
            let line = "the system did not confine the process: \(error); see `doctor`\n"
            write(STDERR_FILENO, line, line.utf8.count)
            _exit(1)
        }
    }
}
