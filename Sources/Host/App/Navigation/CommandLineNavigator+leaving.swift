@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// Asks the person in front of the prompt about every page that confirms its leaving, for one command after the
    /// other.
    func objection(to command: NavigationCommand, for request: Request?) async -> String? {
        // A command that will be refused asks no question.
        guard !leavesUnasked else { return nil }
        if request == nil, case .refused = pages.forecast(command, for: nil).outcome { return nil }
        guard !pages.questions(before: command).isEmpty else { return nil }
        await question.lock()
        let reason = await answer(to: command)
        await question.unlock()
        return reason
    }

    private func answer(to command: NavigationCommand) async -> String? {
        for question in pages.questions(before: command) {
            // Without a line of the shell, there is no person to answer.
            guard let person = CurrentPerson.value else { return Self.unattended(question) }
            if let reason = await person.objection(to: question) { return reason }
        }
        return nil
    }

    /// Returns the reason for which a page stays if no person can answer its question.
    static func unattended(_ question: String) -> String {
        "a page asks \"\(question)\" before it is left, and no person is here to answer; leave it with "
            + HostOptions.yes.name
    }

    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        pages.forecast(command, for: request)
    }
}

/// A lock for tasks, which hold it across suspensions; they get it in the order of their arrival.
actor AsyncMutex {
    private var isLocked = false
    private var waiting: [Promise<Void>] = []

    /// Waits for the lock, and holds it until `unlock()`.
    func lock() async {
        guard isLocked else {
            isLocked = true
            return
        }
        let turn = Promise<Void>()
        waiting.append(turn)
        await turn.wait()
    }

    /// Passes the lock to the first waiting task.
    func unlock() {
        if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().fulfill(()) }
    }
}
