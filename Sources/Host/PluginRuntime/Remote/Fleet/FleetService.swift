@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The service for other hosts of a fleet. It answers requests for this host's modules, and commands for its navigator.
///
/// The bytes from another host are checked. The host's statements about its modules and callers are trusted.
final class FleetService: PeerService {
    private struct State {
        /// The names of the modules that this host serves, with their manifests.
        var modules: [String: Manifest] = [:]
        /// Whether new requests are refused.
        var isLeaving = false
        var open = 0
        var counts: [String: FleetCounts] = [:]
        /// The requests of other hosts that opened a page in this host's navigator and wait for the page's result.
        var shown: [ShownRequest: Request] = [:]
    }

    private struct ShownRequest: Hashable {
        let peer: ObjectIdentifier
        let number: UInt64
    }

    /// The largest depth of nested requests, over all hosts.
    private static let depthLimit = 32
    /// The largest number of pages whose results other hosts wait for.
    private static let shownLimit = 1 << 16

    /// The number of nested requests on other hosts that led to the current task's request.
    @TaskLocal static var depth = 0

    private let mediator: Switchboard
    private let state = Mutex(State())
    /// The last number that a request of another host got for this host's navigator. These numbers begin far above
    /// the numbers of the mediator's own requests.
    private let lastShown = Atomic<UInt64>(1 << 62)

    init(mediator: Switchboard) { self.mediator = mediator }

    // MARK: Served modules

    func serve(_ modules: [String: Manifest]) { state.withLock { $0.modules = modules } }

    /// Refuses new requests from now on.
    func leave() { state.withLock { $0.isLeaving = true } }

    /// Waits until the open requests have ended, but not beyond a time limit.
    func waitUntilIdle(within limit: Duration) async {
        let end = ContinuousClock.now + limit
        while state.withLock({ $0.open > 0 }), .now < end { try? await Task.sleep(for: .milliseconds(10)) }
    }

    /// The counts of served requests, keyed by module name.
    var counts: [String: FleetCounts] { state.withLock(\.counts) }

    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
        switch ask.method {
        case .request:
            let (_, module, depth, isTraced, asked) = try Messages.request.fields(of: ask)
            var request = asked
            // The context is valid only on the other host.
            request.options = RequestOptions(deadline: asked.options.deadline)
            let answer = await serve(request, of: module, depth, isTraced, for: peer)
            return try peer.answer(ask, Messages.request, answer)
        case .manifest:
            let (_, name) = try Messages.manifest.fields(of: ask)
            let manifest = state.withLock { $0.modules[name] }
            return try peer.answer(ask, Messages.manifest, manifest)
        case .navigate:
            let (command, image, isForecast) = try Messages.navigate.fields(of: ask)
            let request = try shownRequest(image, of: ask, from: peer)
            let feedback =
                isForecast
                ? await mediator.forecast(command, for: request) : await mediator.perform(command, for: request)
            return try peer.answer(ask, Messages.navigate, feedback)
        case .pageResult:
            let number = try Messages.pageResult.fields(of: ask)
            let key = ShownRequest(peer: ObjectIdentifier(peer), number: number)
            guard let request = state.withLock({ $0.shown.removeValue(forKey: key) }) else { throw Self.notAsked }
            return try peer.answer(ask, Messages.pageResult, await mediator.result(of: request))
        default:
            return try await FleetNavigator.$asking.withValue(peer) { try await peer.answerReference(ask) }
        }
    }

    func take(_ notice: Ask, from peer: Peer) throws { try peer.takeReference(notice) }

    // MARK: Requests

    private func serve(
        _ request: RelayedRequest, of module: String, _ depth: Int, _ isTraced: Bool, for peer: Peer
    ) async -> ServedAnswer {
        let names: Set<String>? = state.withLock { state in
            guard !state.isLeaving, state.modules[module] != nil else { return nil }
            state.open += 1
            return Set(state.modules.keys)
        }
        guard let names else { return .notServed }
        let start = ContinuousClock.now
        let answer = await respond(to: request, by: names, depth, isTraced, for: peer)
        let time = ContinuousClock.now - start
        state.withLock { state in
            let hasFailed = if case .failed = answer { true } else { false }
            state.counts[module, default: FleetCounts()].note(time, failed: hasFailed)
            state.open -= 1
        }
        return answer
    }

    /// Runs a request through this host's pipeline, unless too many requests are nested.
    private func respond(
        to request: RelayedRequest, by names: Set<String>, _ depth: Int, _ isTraced: Bool, for peer: Peer
    ) async -> ServedAnswer {
        guard (0...Self.depthLimit).contains(depth) else {
            return .failed(RequestError(.tooDeep(chain: [mediator.shown(request.url)])), [])
        }
        let (outcome, steps) = await FleetNavigator.$asking.withValue(peer) {
            await Self.$depth.withValue(depth) {
                await mediator.respond(to: request, by: names, isTraced: isTraced)
            }
        }
        return switch outcome {
        case .success(.response(let response, _)): .answered(response, steps)
        case .success: .failed(RequestError(.noRoute(url: request.url, asked: nil, near: [])), steps)
        case .failure(let error): .failed(error, steps)
        }
    }

    // MARK: Commands for the navigator

    private static let notAsked = DescribedError(
        description: "this host accepts navigation only from hosts that answer its requests; navigate during a request")

    /// Returns the request for which another host commands this host's navigator.
    ///
    /// Another host may command the navigator only while this host waits for that host's answer to a request, or to a
    /// user's choice. The page gets at most the rights of that request or choice, because a page can be requested again
    /// with the rights of its origin. The page never gets a module's rights to its own routes, because the commanding
    /// host chooses the page's URL.
    private func shownRequest(_ image: RequestImage, of ask: Ask, from peer: Peer) throws -> Request {
        guard peer.asks[ask.within] != nil, let own = Origin.ofCurrentWork else { throw Self.notAsked }
        let origin: Origin =
            switch (image.origin, own) {
            case (.external, _): .external
            case (_, .module): .elsewhere
            default: own
            }
        let shown = RequestImage(
            id: lastShown.add(1, ordering: .relaxed).newValue, parent: nil, url: image.url, shownURL: image.shownURL,
            captures: image.captures, verb: image.verb, origin: origin, awaitsResult: image.awaitsResult, body: nil)
        let request = try shown.request { [mediator] in mediator.shown($0) }
        guard image.awaitsResult else { return request }
        let key = ShownRequest(peer: ObjectIdentifier(peer), number: image.id)
        return state.withLock { state in
            // A forecast and the command itself belong to one request.
            if let known = state.shown[key] { return known }
            if state.shown.count < Self.shownLimit { state.shown[key] = request }
            return request
        }
    }

    /// Removes the requests of a host that is gone.
    func forget(_ peer: Peer) {
        state.withLock { state in
            state.shown = state.shown.filter { $0.key.peer != ObjectIdentifier(peer) }
        }
    }
}
