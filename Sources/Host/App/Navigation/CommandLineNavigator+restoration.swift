@_spi(Host) import ModuleKit
import Platform

/// The state of writing a session's stack to its file.
struct StackKeeping {
    let file: StackFile
    /// Returns a URL without its sensitive values, for the file.
    let shown: @Sendable (String) -> String
    /// Whether the stack has changed since its last write began.
    var isDue = false
    /// The task that writes until the file is current.
    var writing: Task<Void, Never>?
    /// The executor of writes, for which the shell waits: it has a thread that no module blocks.
    let executor = BlockingExecutor()
}

extension CommandLineNavigator {
    /// Takes a restored stack, and writes it to a file from now on.
    ///
    /// - Parameter shown: returns a URL without its sensitive values, for the file.
    func take(
        _ stack: PageStack, keepingIn file: StackFile, isShown: Bool, shown: @escaping @Sendable (String) -> String
    ) {
        pages = stack
        keeping = StackKeeping(file: file, shown: shown)
        guard isShown else { return }
        showTop()
        lastShown = nil
        note("restore")
    }

    /// Writes the stack: at once, or after the current write.
    func keep() {
        keeping?.isDue = true
        guard let executor = keeping?.executor, keeping?.writing == nil else { return }
        keeping?.writing = Task(executorPreference: executor) { await self.writeStack() }
    }

    /// Waits until the current stack is written.
    func settleStack() async { await keeping?.writing?.value }

    private func writeStack() async {
        while let due = keeping, due.isDue {
            keeping?.isDue = false
            if let error = await Self.write(pages, due) {
                console.report(Failure(error))
                keeping = nil
            }
        }
        keeping?.writing = nil
    }

    /// Writes the stack concurrently, since commands are performed meanwhile.
    @concurrent private static func write(_ stack: PageStack, _ keeping: StackKeeping) async -> StackFileError? {
        do throws(StackFileError) {
            try keeping.file.write(stack, shown: keeping.shown)
            return nil
        } catch {
            return error
        }
    }
}
