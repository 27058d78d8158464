@_spi(Host) import ModuleKit
import Synchronization

/// The batches of questions to one service: questions that arrive while the service is busy go together.
///
/// A single question is never delayed, nor is any if the service does not accept batches.
final class RequestBatcher: Sendable {
    /// The time in which questions are collected.
    static let window = Duration.milliseconds(5)
    /// The maximum size of a batch's questions in its address, in bytes; servers limit addresses to some 8,000.
    static let byteLimit = 6_000
    /// The field with which a service declares the number of questions in one request.
    static let field = "switchboard-batch"
    /// The maximum number of questions, whatever the service declares.
    private static let most = 100

    /// The number of questions that the service accepts in one request.
    enum Capacity: Equatable {
        /// The service has not answered yet.
        case unknown
        /// It accepts one only.
        case one
        case several(Int)
    }

    /// The questions of one batch.
    struct Batch: Sendable {
        let key: String
        /// The fields of all of its questions.
        let headers: [HTTPHeader]
    }

    fileprivate struct State {
        var capacity = Capacity.unknown
        /// Whether the service once rejected a batch.
        var isDistrusted = false
        var underWay = 0
        var open: Batch?
        var urls: [String: [RouteURL]] = [:]
        var next = 0
        /// Fulfilled when the service answers, if a question waits for that.
        var heard: Promise<Void>?
    }

    private let state = Mutex(State())

    /// The number of questions that wait to go together.
    var count: Int { state.withLock { $0.urls.values.reduce(0) { $0 + $1.count } } }

    /// Returns the batch of a question, or `nil` if the question goes at once by itself.
    ///
    /// A service that has not answered yet gets as many questions as there may be at once; the others wait for its
    /// answer.
    func join(_ url: RouteURL, _ headers: [HTTPHeader]) -> Batch? {
        state.withLock { state in
            guard state.mayGather, url.text != ResolverTable.url,
                PercentEncoding.component(url.text).utf8.count < Self.byteLimit
            else { return nil }
            let batch = state.open.flatMap { $0.headers == headers ? $0 : nil } ?? state.begin(headers)
            state.urls[batch.key]?.append(url)
            return batch
        }
    }

    /// Waits until the collection ends, because the service answered or has no question in progress; returns `false` if
    /// that is so already.
    func hearing() async -> Bool {
        let heard = state.withLock { state -> Promise<Void>? in
            if state.isHeard { return nil }
            let heard = state.heard ?? Promise()
            state.heard = heard
            return heard
        }
        await heard?.wait()
        return heard != nil
    }

    /// Closes a batch and returns its questions, in parts as the service accepts them; none if each goes by itself.
    ///
    /// Equal parts have equal addresses, whatever the order of the questions.
    func close(_ batch: Batch) -> [[RouteURL]] {
        state.withLock { state in
            if state.open?.key == batch.key { state.open = nil }
            let urls = state.urls.removeValue(forKey: batch.key) ?? []
            guard case .several(let count) = state.capacity else { return [] }
            return Self.parts(of: urls.sorted { $0.text < $1.text }, count: count)
        }
    }

    /// Records the start of a question; `ended()` records its end.
    func began() { change { $0.underWay += 1 } }

    func ended() { change { $0.underWay -= 1 } }

    /// Records the declaration of a service in an answer to one question.
    func learn(from answer: HTTPAnswer) {
        guard [200, 404, 410].contains(answer.status) else { return }
        let count = min(answer[Self.field].flatMap { Int($0) } ?? 1, Self.most)
        change { $0.capacity = count > 1 && !$0.isDistrusted ? .several(count) : .one }
    }

    /// Records that a service rejects batches despite its declaration: from now on it gets one question at a time.
    func unlearn() {
        change { state in
            state.isDistrusted = true
            state.capacity = .one
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let heard = state.withLock { state -> Promise<Void>? in
            body(&state)
            return state.isHeard ? state.heard.take() : nil
        }
        heard?.fulfill(())
    }

    private static func parts(of urls: [RouteURL], count: Int) -> [[RouteURL]] {
        var parts: [[RouteURL]] = []
        var bytes = 0
        for url in urls {
            let length = PercentEncoding.component(url.text).utf8.count
            if let last = parts.indices.last, parts[last].count < count, bytes + length <= byteLimit {
                parts[last].append(url)
                bytes += length
            } else {
                parts.append([url])
                bytes = length
            }
        }
        return parts
    }
}

extension RequestBatcher.State {
    fileprivate var isHeard: Bool { capacity != .unknown || underWay == 0 }

    fileprivate var mayGather: Bool {
        switch capacity {
        case .unknown: underWay >= Network.slotCount
        case .one: false
        case .several: underWay > 0
        }
    }

    fileprivate mutating func begin(_ headers: [HTTPHeader]) -> RequestBatcher.Batch {
        next += 1
        let batch = RequestBatcher.Batch(key: "\(next)", headers: headers)
        open = batch
        urls[batch.key] = []
        return batch
    }
}
