@_spi(Host) import HostKit
@_spi(Host) public import ModuleKit

extension ModuleHarness {
    /// The top page of the stack, if there is one.
    public var page: Page? { navigator.page }

    /// Performs a navigation command as the user, without a request; publishes the events of the affected pages.
    @discardableResult
    public func perform(_ command: NavigationCommand) async -> Feedback { await mediator.perform(command) }

    /// Returns the top page as the shell prints it without colours, each line with a line break; `nil` without a page.
    ///
    /// - Parameter width: the columns of a line, from 20 to 10,000.
    public func text(width: Int = 80) -> String? { rendered(width: width)?.text }

    /// Chooses the entry with a title on the top page, as the shell's user does by number.
    ///
    /// After a call, the entry's completion runs: it opens another URL, or dismisses a presented page with the call's
    /// value.
    ///
    /// - Parameters:
    ///   - title: the title of the link, action or form.
    ///   - values: the input for a form, by the names of its fields.
    /// - Returns: the value of a call, or the value that a page was dismissed with.
    /// - Throws: `HarnessError` if the page does not have the title or the navigator refuses, `FormFault` with the
    ///   field if a value is invalid, or the error of the request or of the page's module.
    @discardableResult
    public func choose(_ title: String, filling values: [String: String] = [:]) async throws -> Payload? {
        let targets = rendered(width: 80)?.targets ?? []
        guard let target = targets.first(where: { $0.title == title }) else {
            throw HarnessError.nothingToChoose(title: title, choices: targets.map(\.title))
        }
        var body: Payload?
        if case .form(let form, _) = target { body = try form.filled(with: values) }
        let entry = navigator.top?.entry
        let submission = Submission(on: entry, mediator: mediator, origin: .shell, options: options)
        let outcome: Submission.Outcome
        do {
            outcome = try await submission.perform(target, filledWith: body)
        } catch {
            let reason = error.reason(of: target, in: mediator)
            throw connection?.original(of: reason) ?? reason
        }
        switch outcome {
        case .feedback(let feedback, _):
            let value = try feedback.value
            if let value, let entry {
                ContractRecorder.shared?.noteAnswer(value, of: RouteURL(entry.url), of: Subject.info.name)
            }
            return value
        case .value(let value, _, _): return value
        case .received: return nil
        }
    }

    /// Waits until a condition is true; the condition is checked again after each change of a live value that it read,
    /// such as the top page with its view model, `commands`, `requests`, `traces` and `log`.
    ///
    /// ```swift
    /// try await account.wait { account.page?.title == "Log in" }
    /// ```
    /// - Throws: `HarnessError.deadline` with the text of the page, or `CancellationError` in a cancelled task.
    public func wait(until condition: @Sendable () -> Bool) async throws { try await wait(until: condition, text: nil) }

    private func wait(until condition: @Sendable () -> Bool, text awaited: String?) async throws {
        let end = ContinuousClock.now + deadline
        var isInTime = true
        while true {
            let changed = Promise<Bool>()
            let (isTrue, bindings) = Binding.following(condition) { changed.fulfill(true) }
            if isTrue { return }
            guard isInTime else { throw HarnessError.deadline(deadline, text: awaited, page: text()) }
            changed.fulfill(false, after: end - .now)
            guard let next = await changed.waitUnlessCancelled() else { throw CancellationError() }
            isInTime = next
            withExtendedLifetime(bindings) {}
        }
    }

    /// Waits until the top page shows a text, like `wait(until:)`.
    /// - Throws: like `wait(until:)`.
    public func wait(for text: String) async throws {
        try await wait(until: { self.text(width: Layout.columnLimit)?.contains(text) ?? false }, text: text)
    }

    private func rendered(width: Int) -> (text: String, targets: [PageTarget])? {
        guard let top = navigator.top else { return nil }
        let numbers = PageNumbers()
        let renderer = PageRenderer(width: min(max(width, 20), Layout.columnLimit), numbers: numbers)
        let text = renderer.lines(of: top.page.current, at: top.entry.url).map { $0.text + "\n" }.joined()
        return (text, numbers.targets)
    }
}

extension Feedback {
    /// The value of a dismissal; `nil` after another outcome.
    /// - Throws: `HarnessError.refused`.
    fileprivate var value: Payload? {
        get throws {
            switch outcome {
            case .refused(let reason): throw HarnessError.refused(reason: reason)
            case .dismissed(let value): value
            default: nil
            }
        }
    }
}

extension SubmissionError {
    /// The error for a test: the module's own error, if there is one.
    fileprivate func reason(of target: PageTarget, in mediator: Switchboard) -> any Error {
        switch self {
        case .request(let error, _): mediator.advised(error, for: nil, origin: .shell).unwrapped
        case .failed(let reason): reason
        case .noReceiver: HarnessError.nobodyTakes(message: target.message ?? Payload(target.title))
        case .late, .cancelled: self
        }
    }
}

extension PageTarget {
    fileprivate var message: Payload? { if case .action(let action, _) = self { action.message } else { nil } }
}

/// The reason why an operation of a harness failed.
public enum HarnessError: Error, Sendable, Equatable {
    /// The page does not have an entry with the title; `choices` lists its entries.
    case nothingToChoose(title: String, choices: [String])
    /// The page sends a message that has no receiver.
    case nobodyTakes(message: Payload)
    /// The navigator refused; the reason ends with the remedy.
    case refused(reason: String)
    /// A condition did not become true in time; `text` is the awaited text, `page` the text of the top page.
    case deadline(Duration, text: String?, page: String?)
    /// The module's `start()` did not end within the time limit.
    case noStart(module: String, Duration)
    /// These keys of `guards` are not labels of any route.
    case unknownLabels([String])
    /// The stubs with these patterns were not requested.
    case unusedStubs([String])
}

extension HarnessError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .nothingToChoose(let title, let choices):
            "nothing on the page is called \"\(title)\"; "
                + (choices.isEmpty
                    ? "open a page with links, actions or forms" : "choose one of: \(choices.joined(separator: ", "))")
        case .nobodyTakes: "nothing receives the page's message; give the page or a container of it a receiver"
        case .refused(let reason): "not done: \(reason)"
        case .deadline(let limit, let text, let page):
            (text.map { "no page showed \"\($0)\"" } ?? "the condition was not true")
                + " within \(limit); correct it or the module. "
                + (page.map { "The page shows:\n\($0)" } ?? "No page is open.")
        case .noStart(let module, let limit):
            "start() of \(module) did not end within \(limit); add the missing stubs, or start without them"
        case .unknownLabels(let labels):
            "no route has the labels \(labels.joined(separator: ", ")); correct the names in `guards`"
        case .unusedStubs(let patterns):
            "nothing asked for the stubs \(patterns.joined(separator: ", ")); correct the patterns, remove the stubs, "
                + "or mark stubs that tests share as `optional`"
        }
    }
}
