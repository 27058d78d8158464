@_spi(Host) import ModuleKit

/// A check of one request to a module's route.
struct RequestCheck {
    let sample: RouteSample
    let module: CheckedModule
    let deadline: Duration
    let progress: (@Sendable (String) -> Void)?

    /// Sends the request, returns the faults of its outcome, and counts a good request in the report.
    func faults(_ report: inout ModuleReport) async -> [ModuleFault] {
        progress?(request)
        _ = module.recorder.takeSteps()
        let commands = module.recorder.navigator.commands.count
        let error = await send()
        let (steps, absent) = module.recorder.takeSteps()
        let given = module.recorder.navigator.commands.dropFirst(commands)
        if sample.wrong == nil { count(error, isReached(steps), absent, showsPage: !given.isEmpty, in: &report) }
        guard let error else { return answered(steps) + pageFaults(given.isEmpty) }
        // If an interceptor or handler asks the user, it shows a page and then fails, because no user answers during a
        // check.
        let command = error.code == .refused || error.chain.last?.stage?.word == "page" ? nil : given.first
        return failed(with: error, steps)
            + [command].compactMap(\.self).map {
                fault(.command, "the command \($0.name) of \(request), which failed: \(error)")
            }
    }

    private var origin: Origin { sample.route.access == .internal ? .module(module.name) : .shell }

    /// The request as a user types it, without a body.
    private var request: String {
        let text = sample.url.text
        let url = text.count > 200 ? text.prefix(200) + "…" : text
        return "`\(sample.route.verb) \(url)`" + (sample.wrong.map { " with \($0)" } ?? "")
    }

    private func fault(_ rule: ModuleFault.Rule, _ found: String) -> ModuleFault {
        ModuleFault(rule, sample.subject, found: found)
    }

    private func send() async -> RequestError? {
        let options = RequestOptions(deadline: deadline)
        do throws(RequestError) {
            switch sample.route.verb {
            case .open: _ = try await module.mediator.open(sample.url, origin: origin, options: options)
            case .call:
                _ = try await module.mediator.call(sample.url, body: sample.body, origin: origin, options: options)
            @unknown default: break
            }
            return nil
        } catch {
            return error
        }
    }

    /// Counts a good request, and warns if it was not answered or if its page has a dead link.
    private func count(
        _ error: RequestError?, _ isReached: Bool, _ absent: String?, showsPage: Bool, in report: inout ModuleReport
    ) {
        report.asked += 1
        if error == nil, isReached {
            report.answered += 1
            let links = showsPage ? module.recorder.navigator.page?.links.map(\.url) ?? [] : []
            report.warnings += links.filter(isDead).map { "\(sample.subject) links to \($0), which no route matches" }
        } else if let absent {
            report.warnings.append("\(sample.subject) could not be tried: \(module.absence(of: absent))")
        } else {
            let reason = error.map { "\($0)" } ?? "an interceptor answered instead of the route"
            report.warnings.append("\(sample.subject) did not answer the good request \(request): \(reason)")
        }
    }

    /// Whether a URL begins like a route of the module, but does not have a route.
    private func isDead(_ url: RouteURL) -> Bool {
        guard let answer = try? module.mediator.availability(of: url, origin: origin) else { return true }
        let part = url.scheme == "app" ? "/\(url.segments.first ?? "")/" : url.text
        return answer == .no && module.mediator.routes.contains { ($0.pattern + "/").hasPrefix(part) }
    }

    /// Whether the route's handler ran.
    private func isReached(_ steps: [TraceStep]) -> Bool {
        steps.contains { $0.stage == .handler(route: sample.route.pattern, module: module.name) }
    }

    private func answered(_ steps: [TraceStep]) -> [ModuleFault] {
        guard sample.wrong != nil else { return reachFaults(steps, "an answer of \(Self.last(steps))") }
        return sample.isExcluded && isReached(steps) ? [fault(.refusal, "an answer to \(request)")] : []
    }

    private func failed(with error: RequestError, _ steps: [TraceStep]) -> [ModuleFault] {
        switch error.reason {
        case .deadline(_, let stage, _): return [fault(.deadline, "no end of \(stage) for \(request)")]
        case .handlerFailed(_, _, _, let reason), .stageFailed(_, _, let reason):
            return wordFaults(reason.error) + (sample.wrong == nil ? reachFaults(steps, "\(error)") : [])
        case _ where sample.wrong != nil: return []
        // The route redirects to a value of the request, and the sample's value is not a URL. The route is not at
        // fault.
        case .invalidURL(let text, _, _) where sample.url.text.contains(text): return []
        case .unexpectedAnswer, .invalidURL, .tooManyRedirects, .tooDeep, .rewriteFailed:
            return [fault(.answer, "for \(request): \(error)")]
        default: return reachFaults(steps, "\(error)")
        }
    }

    private func reachFaults(_ steps: [TraceStep], _ found: String) -> [ModuleFault] {
        guard !sample.isFallback else { return [] }
        let answer = try? module.mediator.availability(of: sample.url, for: sample.route.verb, origin: origin)
        if answer == .no { return [fault(.reach, "`no` from `availability(of:)` for \(request)")] }
        if isReached(steps) { return [] }
        let isIntercepted = steps.contains { step in
            if case .interceptor = step.stage { step.decision != "pass" } else { false }
        }
        return isIntercepted ? [] : [fault(.reach, "for \(request): \(found)")]
    }

    private func wordFaults(_ reason: any Error) -> [ModuleFault] {
        let (words, raw) = (reason.inWords, String(describing: reason))
        if reason is any CustomStringConvertible || words != raw, words.contains(" ") { return [] }
        return [fault(.words, "the error \(type(of: reason)) \"\(words)\" for \(request)")]
    }

    private func pageFaults(_ isHidden: Bool) -> [ModuleFault] {
        guard !isHidden, let page = module.recorder.navigator.page else { return [] }
        return page.viewModels.flatMap { model in
            ViewModelCheck.faults(of: model).map { fault(.viewModel, "in \(type(of: model)): \($0)") }
        } + page.targets.filter(\.lacksReceiver).map { fault(.receiver, "\"\($0.title)\", whose message is lost") }
    }

    private static func last(_ steps: [TraceStep]) -> String {
        let stages = steps.map(\.stage).filter { if case .handler = $0 { true } else { false } }
        return stages.last?.description ?? "none of its routes"
    }
}

extension RouteSample {
    var subject: String { "route \(route.pattern)" }
}
