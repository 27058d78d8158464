@_spi(Host) import ModuleKit
import Platform

/// How a session's stack comes into its file.
struct StackKeeping {
    let file: StackFile
    /// A URL without its sensitive values, as the file has it.
    let shown: @Sendable (String) -> String
    /// Whether the stack has changed since it was last handed over to be written.
    var isDue = false
    /// Writes until nothing is due any more.
    var writing: Task<Void, Never>?
    /// The shell waits for it, so that it needs a thread that no module holds.
    let executor = BlockingExecutor()
}

extension CommandLineNavigator {
    /// Takes a stack that was made elsewhere, and keeps it in a file from now on.
    ///
    /// - Parameter shown: a URL without its sensitive values, as the file has it.
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

    /// Has the stack be written: at once, or where the one before is still being written, when that has been.
    func keep() {
        keeping?.isDue = true
        guard let executor = keeping?.executor, keeping?.writing == nil else { return }
        keeping?.writing = Task(executorPreference: executor) { await self.writeStack() }
    }

    /// Waits until the stack is written as it is now.
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

    /// Commands are performed meanwhile.
    @concurrent private static func write(_ stack: PageStack, _ keeping: StackKeeping) async -> StackFileError? {
        do throws(StackFileError) {
            try keeping.file.write(stack, shown: keeping.shown)
            return nil
        } catch {
            return error
        }
    }
}
