@_spi(Host) import ModuleKit
import Synchronization

/// Gathers questions to one service that come while it is being asked already, so that they go together.
///
/// A question that comes alone is never held up, nor is any where the service does not take batches.
final class RequestBatcher: Sendable {
    /// How long questions are gathered.
    static let window = Duration.milliseconds(5)
    /// How many bytes the questions of one request may take in its address, which servers limit to some 8,000.
    static let byteLimit = 6_000
    /// The field with which a service says how many questions it takes in one request.
    static let field = "switchboard-batch"
    /// As many are sent at most, whatever it says.
    private static let most = 100

    /// How many questions the service takes in one request.
    enum Capacity: Equatable {
        /// It has not answered yet.
        case unknown
        /// One is all.
        case one
        case several(Int)
    }

    /// Some questions that are to go together.
    struct Batch: Sendable {
        let key: String
        /// The fields that all of them are asked with.
        let headers: [HTTPHeader]
    }

    fileprivate struct State {
        var capacity = Capacity.unknown
        /// Whether it once did not keep its word.
        var isDistrusted = false
        var underWay = 0
        var open: Batch?
        var urls: [String: [RouteURL]] = [:]
        var next = 0
        /// Fulfilled when the service is heard from, where a question waits for that.
        var heard: Promise<Void>?
    }

    private let state = Mutex(State())

    /// How many questions wait to go together.
    var count: Int { state.withLock { $0.urls.values.reduce(0) { $0 + $1.count } } }

    /// The batch that a question goes with, or `nil` where it goes at once by itself.
    ///
    /// Who still has to be heard from is asked as many questions as can be on their way; the others wait to hear.
    func join(_ url: RouteURL, _ headers: [HTTPHeader]) -> Batch? {
        state.withLock { state in
            guard state.mayGather, url.text != ResolverTable.url, url.text.percentEscaped.utf8.count < Self.byteLimit
            else { return nil }
            let batch = state.open.flatMap { $0.headers == headers ? $0 : nil } ?? state.begin(headers)
            state.urls[batch.key]?.append(url)
            return batch
        }
    }

    /// Waits until questions are gathered no longer, because the service was heard from or nobody asks it any more; `false`
    /// where that was so already.
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

    /// The questions of a batch that now goes, in parts as the service takes them; none where each goes by itself.
    ///
    /// Equal parts have equal addresses, whatever the order in which the questions came.
    func close(_ batch: Batch) -> [[RouteURL]] {
        state.withLock { state in
            if state.open?.key == batch.key { state.open = nil }
            let urls = state.urls.removeValue(forKey: batch.key) ?? []
            guard case .several(let count) = state.capacity else { return [] }
            return Self.parts(of: urls.sorted { $0.text < $1.text }, count: count)
        }
    }

    /// Notes that the service is being asked; with `ended()` when that is over.
    func began() { change { $0.underWay += 1 } }

    func ended() { change { $0.underWay -= 1 } }

    /// Takes note of what a service says of itself in an answer to one question.
    func learn(from answer: HTTPAnswer) {
        guard [200, 404, 410].contains(answer.status) else { return }
        let count = min(answer[Self.field].flatMap { Int($0) } ?? 1, Self.most)
        change { $0.capacity = count > 1 && !$0.isDistrusted ? .several(count) : .one }
    }

    /// Takes note that a service does not keep its word: whatever it says from now on, it is asked one question at a time.
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
            let length = url.text.percentEscaped.utf8.count
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
