/// A user's choice on a page, such as a link or a filled form: it opens or calls a URL, or sends a message.
@_spi(Host) public struct Submission: Sendable {
    /// The outcome of a choice.
    @frozen public enum Outcome: Sendable {
        /// A URL was opened; or the page was dismissed, and the URL is `nil`.
        case feedback(Feedback, url: RouteURL?)
        /// The value of a called URL, and the stage that answered.
        case value(Payload, from: Request.Stage, url: RouteURL)
        /// The module handled the message.
        case received
    }

    /// The origin of the user's choice, in the task that passes the choice's message to the page's module.
    @TaskLocal static var chooser: Origin?

    private let mediator: Switchboard
    private let origin: Origin
    private let options: RequestOptions
    private let executor: (any TaskExecutor)?
    private let entry: StackEntry?

    /// Describes a choice.
    ///
    /// - Parameters:
    ///   - entry: the stack's entry of the page with the chosen target.
    ///   - executor: runs the module's code that receives a message, if the code may block its thread.
    public init(
        on entry: StackEntry?, mediator: Switchboard, origin: Origin, options: RequestOptions,
        executor: (any TaskExecutor)? = nil
    ) {
        self.mediator = mediator
        self.origin = origin
        self.options = options
        self.executor = executor
        self.entry = entry
    }

    /// Performs the choice, and publishes its event.
    ///
    /// - Parameter values: the values of a form.
    /// - Throws: `SubmissionError` if the request or the page's module fails or is late, or if there is no receiver.
    public func perform(_ target: PageTarget, filledWith values: Payload? = nil) async throws(SubmissionError)
        -> Outcome
    {
        let start = ContinuousClock.now
        do throws(SubmissionError) {
            let outcome = try await effect(of: target, values)
            await publish(target, values, isDone: true, since: start)
            return outcome
        } catch {
            await publish(target, values, isDone: false, since: start)
            throw error
        }
    }

    private func publish(
        _ target: PageTarget, _ values: Payload?, isDone: Bool, since start: ContinuousClock.Instant
    ) async {
        let redaction = mediator.redaction
        let ((kind, url), page) = (target.outline, entry?.url ?? "")
        let (names, hidden) = redaction.sensitive(in: [page] + [url?.text].compactMap(\.self))
        let texts = target.texts(values, hiding: names).mapValues { redaction.redacted($0, hiding: hidden) }
        let choice = PageChoice(
            kind: kind, title: redaction.redacted(target.title, hiding: hidden),
            url: url.map { redaction.redacted(redaction.redactedURL($0.text), hiding: hidden) },
            page: redaction.redactedURL(page), values: texts, isDone: isDone,
            microseconds: (ContinuousClock.now - start).microseconds)
        await mediator.publish(.pageChoice, choice)
    }

    private func effect(of target: PageTarget, _ values: Payload?) async throws(SubmissionError) -> Outcome {
        switch target {
        case .open(_, let url): try await open(url)
        case .action(let action, let receiver):
            try await send(action.message, to: action.url, then: action.completion, receiver)
        case .form(let form, let receiver):
            try await send(values, to: form.url, then: form.completion, receiver)
        }
    }

    private func send(
        _ body: Payload?, to url: RouteURL?, then completion: Completion?, _ receiver: Receiver?
    ) async throws(SubmissionError) -> Outcome {
        guard let url else { return try await pass(body, to: receiver) }
        if case .dismiss = completion, let entry, entry.style == .presented {
            // The page is dismissed with the answer before the call can end detours that wait for the page.
            let outcome = await mediator.detours.answering {
                await Result { () async throws(SubmissionError) in
                    await dismissal(of: entry, with: try await call(url, body))
                }
            }
            await mediator.endDetours()
            return try outcome.get()
        }
        let value = try await call(url, body)
        if case .open(let next) = completion { return try await open(next) }
        return value
    }

    private func open(_ url: RouteURL) async throws(SubmissionError) -> Outcome {
        do {
            return .feedback(try await mediator.open(url, origin: origin, options: options), url: url)
        } catch {
            throw .request(error, .open)
        }
    }

    private func call(_ url: RouteURL, _ body: Payload?) async throws(SubmissionError) -> Outcome {
        do {
            let answer = try await mediator.value(of: url, body: body, origin: origin, options: options)
            return .value(answer.payload, from: answer.from, url: url)
        } catch {
            throw .request(error, .call)
        }
    }

    /// Dismisses the page with a value, wherever the page is on the stack; returns the value if the page has left it.
    private func dismissal(of entry: StackEntry, with value: Outcome) async -> Outcome {
        guard case .value(let payload, _, _) = value else { return value }
        let feedback = await StackChange.$answeredPage.withValue(entry.identity) {
            await mediator.turnPages(by: .dismiss(value: payload), for: nil)
        }
        if case .refused = feedback.outcome { return value }
        return .feedback(feedback, url: nil)
    }

    /// Passes a message to its receiver: a URL, or code of the module that made the page.
    private func pass(_ message: Payload?, to receiver: Receiver?) async throws(SubmissionError) -> Outcome {
        guard let receiver, let message else { throw .noReceiver }
        if let url = receiver.url { return try await call(url, message) }
        let limit = options.deadline
        let outcome = Promise<Result<Void, any Error>?>()
        // If the choice is only a plan, the requests of the module belong to the plan.
        let active = ActiveRequest.current
        let work = Task.detached(executorPreference: executor) {
            await ActiveRequest.$current.withValue(active) {
                _ = outcome.fulfill(
                    await Result { try await Self.$chooser.withValue(origin) { try await receiver.receive(message) } })
            }
        }
        outcome.fulfill(nil, after: limit, on: mediator.deadlines)
        defer { work.cancel() }
        switch await outcome.waitUnlessCancelled() {
        case .success: return .received
        case .failure(let error): throw .failed(error)
        case .some(nil): throw .late(limit)
        case nil: throw .cancelled
        }
    }
}

/// The reason why a choice has no outcome.
@_spi(Host) @frozen public enum SubmissionError: Error {
    /// The request of the choice failed.
    case request(RequestError, Request.Verb)
    /// The message of the page has no receiver.
    case noReceiver
    /// The module that received the message failed.
    case failed(any Error)
    /// The module did not handle the message in time.
    case late(Duration)
    /// The user gave up.
    case cancelled
}

@_spi(Host) extension SubmissionError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .request(let error, _): "\(error)"
        case .noReceiver: "no URL or module receives the page's message; inform the page's author"
        case .failed(let error): "the page's own module failed: \(error.inWords); try again"
        case .late(let limit):
            "the page's module did not take the message within \(limit.secondsText) s; try again, or inform its author"
        case .cancelled: "the wait for the page's module was cancelled"
        }
    }
}

extension PageTarget {
    /// The kind of the choice, and the URL that it opens or calls.
    @_spi(Host) public var outline: (kind: PageChoice.Kind, url: RouteURL?) {
        switch self {
        case .open(_, let url): (.link, url)
        case .action(let action, let receiver): (.action, action.url ?? receiver?.url)
        case .form(let form, let receiver): (.form, form.url ?? receiver?.url)
        }
    }

    /// Returns a form's values as texts, keyed by field name; secret fields and fields in `names` are redacted.
    fileprivate func texts(_ values: Payload?, hiding names: Set<String>) -> [String: String] {
        guard case .form(let form, _) = self, case .object(var known)? = try? values?.decode(as: JSONValue.self) else {
            return [:]
        }
        if form.url == nil, let message = form.message, case .object(let inner)? = known[message] { known = inner }
        let secrets = names.union(form.fields.filter { $0.kind == .secret }.map(\.name))
        return Dictionary(
            uniqueKeysWithValues: known.map { name, value in
                let text = if case .string(let text) = value { text } else { value.text }
                return (name, secrets.contains(name) ? URLRedaction.mark : text)
            })
    }
}
