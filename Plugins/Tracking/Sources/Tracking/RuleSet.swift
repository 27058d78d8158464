import ModuleKit
import Synchronization

/// The rules in force, from one table, with their interceptors, their subscriptions, and the pages that the rules
/// watch.
///
/// The mediator's index of patterns finds the rules for a URL, so a request without a rule does not reach this module.
final class RuleSet: Sendable {
    /// A running request that a rule covers.
    private struct Begun: Hashable {
        let request: RequestID
        let rule: Int
    }

    /// The maximum number of running requests that are timed.
    private static let begunLimit = 4_096

    let rules: [TrackingRule]
    private let recorder: Recorder
    private let configuration: Configuration
    private let pages = WatchedPages()
    private let choices = Atomic<UInt64>(0)
    private let begun = Mutex<[Begun: ContinuousClock.Instant]>([:])
    /// Called each time a page is watched.
    private let watchesPage: @Sendable (RuleSet) -> Void

    init(
        _ rules: [TrackingRule], recorder: Recorder, configuration: Configuration,
        watchesPage: @escaping @Sendable (RuleSet) -> Void
    ) {
        self.rules = rules
        self.recorder = recorder
        self.configuration = configuration
        self.watchesPage = watchesPage
    }

    /// An interceptor for each rule about requests or pages.
    var interceptors: [Interceptor] {
        rules.enumerated().filter { !$1.isAboutChoices }.map { number, rule in
            rule.isAboutPages ? pageInterceptor(rule, number) : requestInterceptor(rule, number)
        }
    }

    /// The subscription to the user's choices on pages, if there is a rule about choices.
    var choiceSubscriptions: [Subscription] {
        guard rules.contains(where: \.isAboutChoices) else { return [] }
        return [Subscription(to: .pageChoice) { [self] choice in note(choice) }]
    }

    /// The subscriptions to appearing and disappearing pages, which make every opened page slower.
    var pageSubscriptions: [Subscription] {
        [
            Subscription(to: .pageDidAppear) { [self] page in note(.appear, page) },
            Subscription(to: .pageDidDisappear) { [self] page in note(.disappear, page) },
        ]
    }

    private func requestInterceptor(_ rule: TrackingRule, _ number: Int) -> Interceptor {
        Interceptor("rule \(number + 1)", on: rule.pattern.text) { [self] request in
            if rule.covers(request) { begin(Begun(request: request.id, rule: number)) }
            return .pass
        }
        .afterwards { [self] request, outcome in
            if let start = end(Begun(request: request.id, rule: number)) {
                record(request, outcome, took: ContinuousClock.now - start, rule, number)
            }
            return outcome
        }
    }

    private func begin(_ key: Begun) {
        let now = ContinuousClock.now
        begun.withLock { if $0.count < Self.begunLimit { $0[key] = now } }
    }

    private func end(_ key: Begun) -> ContinuousClock.Instant? { begun.withLock { $0.removeValue(forKey: key) } }

    private func record(
        _ request: Request, _ outcome: Outcome, took time: Duration, _ rule: TrackingRule, _ number: Int
    ) {
        recorder.metrics.note(rule, took: time, isError: !outcome.isAnswer)
        guard configuration.samples(request.id.number, rule: number, share: rule.sampling) else {
            return recorder.wake()
        }
        let reader = FieldReader(request: request, page: outcome.page)
        var record = Record(rule, request, fields: rule.values(reader.value))
        record.end(isAnswered: outcome.isAnswer, microseconds: Int64(time / .microseconds(1)))
        recorder.add(record)
    }

    /// Records a choice. Rules match the URL that the choice calls, or the page's URL if the choice is a message to the
    /// page's module.
    private func note(_ choice: PageChoice) {
        guard let url = try? RouteURL(parsing: choice.url ?? choice.page) else { return }
        let place = choices.add(1, ordering: .relaxed).newValue
        for (number, rule) in rules.enumerated() where rule.isAbout(choice) {
            guard let parameters = rule.pattern.parameters(of: url) else { continue }
            recorder.metrics.note(rule, took: .microseconds(choice.microseconds), isError: !choice.isDone)
            guard configuration.samples(place, rule: number, share: rule.sampling) else { continue }
            let reader = ChoiceReader(choice: choice, url: url, parameters: parameters)
            var record = Record(rule, fields: rule.values(reader.value))
            record.end(isAnswered: choice.isDone, microseconds: choice.microseconds)
            recorder.add(record)
        }
        recorder.wake()
    }

    private func pageInterceptor(_ rule: TrackingRule, _ number: Int) -> Interceptor {
        Interceptor("rule \(number + 1)", on: rule.pattern.text).afterwards { [self] request, outcome in
            if rule.covers(request), let page = outcome.page { watch(request, page, rule, number) }
            return outcome
        }
    }

    private func watch(_ request: Request, _ page: Page, _ rule: TrackingRule, _ number: Int) {
        let isSampled = configuration.samples(request.id.number, rule: number, share: rule.sampling)
        let reader = FieldReader(request: request, page: page)
        let record = isSampled ? Record(rule, request, fields: rule.values(reader.value)) : nil
        // The stack identifies a page by its redacted URL.
        if pages.watch(request.shownURL, rule: number, record) { watchesPage(self) }
    }

    private func note(_ kind: TrackingRule.Kind, _ page: PageChange) {
        for record in pages.records(of: page.url) where record.kind == kind.rawValue {
            recorder.add(record.now)
        }
    }
}

extension Outcome {
    fileprivate var isAnswer: Bool { if case .answered = self { true } else { false } }
    fileprivate var page: Page? { if case .answered(let response) = self { response.shownPage } else { nil } }
}

extension RequestID {
    fileprivate var number: UInt64 { UInt64(description) ?? 0 }
}

/// The most recent pages that rules watch, keyed by their URLs; each appearance and disappearance of these pages is
/// recorded.
private final class WatchedPages: Sendable {
    private struct State {
        var records: [String: [Int: Record]] = [:]
        /// The URLs, oldest first.
        var order: [String] = []
    }

    private static let limit = 1_000

    private let state = Mutex(State())

    /// Watches a page: `record` is written each time that the page appears or disappears; `nil` if the page is not
    /// sampled.
    ///
    /// - Returns: whether there is a record.
    func watch(_ url: String, rule: Int, _ record: Record?) -> Bool {
        state.withLock { state in
            guard let record else {
                state.records[url]?[rule] = nil
                return false
            }
            if state.records[url] == nil {
                state.order.append(url)
                if state.order.count > Self.limit { state.records[state.order.removeFirst()] = nil }
            }
            state.records[url, default: [:]][rule] = record
            return true
        }
    }

    func records(of url: String) -> [Record] {
        state.withLock { $0.records[url].map { $0.sorted { $0.key < $1.key }.map(\.value) } ?? [] }
    }
}
