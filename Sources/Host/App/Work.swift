import PluginRuntime

/// The work of a run of the host: one command, or a shell.
struct Work: Sendable {
    let invocation: Invocation
    let session: Session

    /// Runs the work to its end, or until Ctrl-C ends it; an interactive shell goes on then.
    ///
    /// - Parameter interruption: the receiver of Ctrl-C; `nil` if that ends the process.
    func run(_ interruption: Interruption?) async -> Result<ExitCode, Failure> {
        do throws(Failure) {
            if case .command(let command) = invocation.work { return await run(command, interruption) }
            var session = session
            session.input = ShellInput(
                try invocation.source(session, session.environment), console: session.console, log: session.log)
            return await run(Shell(session: session, bails: invocation.options.bails), interruption)
        } catch {
            return .failure(error)
        }
    }

    private func run(_ command: PreparedCommand, _ interruption: Interruption?) async -> Result<ExitCode, Failure> {
        await cancelling(interruption) {
            do throws(Failure) {
                return .success(try await command.run(session))
            } catch {
                return .failure(error)
            }
        }
    }

    private func run(_ shell: Shell, _ interruption: Interruption?) async -> Result<ExitCode, Failure> {
        await cancelling(interruption, orTelling: shell.isInteractive ? shell.interrupt : nil) {
            var shell = shell
            return .success(await shell.run())
        }
    }

    private func cancelling(
        _ interruption: Interruption?, orTelling interrupt: (@Sendable () -> Bool)? = nil,
        _ body: @escaping @Sendable () async -> Result<ExitCode, Failure>
    ) async -> Result<ExitCode, Failure> {
        guard let interruption else { return await body() }
        return await interruption.cancelling(orTelling: interrupt, body) ?? .failure(leftBehind)
    }

    private var leftBehind: Failure {
        let code = session.runtime.runningCode
        let subject = code.isEmpty ? "the command" : code.joined(separator: "; ")
        return Failure(
            code: "interrupted",
            message: "\(subject) did not end after Ctrl-C and was abandoned; tell the author of the module",
            exitCode: .interrupted)
    }
}
