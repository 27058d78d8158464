@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// Asks the person in front of the prompt about every page that asks, for one command after the other.
    func objection(to command: NavigationCommand, for request: Request?) async -> String? {
        // What will be refused asks nobody.
        guard !leavesUnasked, request != nil || refusalToAnswer() == nil else { return nil }
        guard !pages.questions(before: command).isEmpty else { return nil }
        await question.lock()
        let reason = await answer(to: command)
        await question.unlock()
        return reason
    }

    private func answer(to command: NavigationCommand) async -> String? {
        for question in pages.questions(before: command) {
            // Behind the prompt, the next line is a command and not an answer.
            guard let request = ShellRequest.current, !request.isSettled, let input = request.input else {
                return LeavePrompt.unattended(question)
            }
            if let reason = await LeavePrompt(input: input).objection(question) { return reason }
        }
        return nil
    }

    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        let refusal = request == nil ? refusalToAnswer() : nil
        return refusal ?? pages.forecast(command, for: request)
    }
}

/// A lock for tasks, which they hold across suspensions; it goes to them in the order in which they came.
actor AsyncMutex {
    private var isLocked = false
    private var waiting: [Promise<Void>] = []

    /// Waits for the lock, which is held until `unlock()`.
    func lock() async {
        guard isLocked else {
            isLocked = true
            return
        }
        let turn = Promise<Void>()
        waiting.append(turn)
        await turn.wait()
    }

    /// Gives the lock to the first task that waits.
    func unlock() {
        if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().fulfill(()) }
    }
}
