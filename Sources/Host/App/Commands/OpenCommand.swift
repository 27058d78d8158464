@_spi(Host) import ModuleKit

extension Command {
    private static let plan = Option(
        "--plan", "run the handlers with their effects, but only list the navigation commands")

    static let open = Command(
        name: "open", words: "URL", summary: "go to a URL and show its page", options: [tracing, plan]
    ) { session, arguments throws(Failure) in
        let url = arguments.words[0]
        return try await session.tracing(arguments) { () throws(Failure) in
            if arguments.has(plan) { return try await PlanReport(session: session).run(url) }
            _ = try await session.open(url)
            return .done
        }
    }

    static let canOpen = Command(
        name: "can-open", words: "URL", summary: "show if a URL has an answer: yes (exit 0), no (2), undecided (1)"
    ) { session, arguments throws(Failure) in
        let availability = try Failure.describing(
            request: session.mediator.availability(of: RouteURL(arguments.words[0]), origin: session.origin))
        try session.console.show("can_open", availability, text: availability.rawValue)
        return availability == .yes ? .done : availability == .no ? .noRoute : .failed
    }
}

extension Session {
    /// Opens a URL, and returns the navigator's feedback. Throws if the navigator refuses the page.
    func open(_ url: String) async throws(Failure) -> Feedback {
        let feedback = try await asking(url) { [self] () throws(RequestError) in
            try await mediator.open(RouteURL(url), origin: origin, options: options)
        }
        try report(feedback, url: url)
        return feedback
    }
}
