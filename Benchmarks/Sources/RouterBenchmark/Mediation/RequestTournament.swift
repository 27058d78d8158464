import HeapProbe
import Tables

/// Compares requests to a mediator in its usual state with requests to routers written by hand, in one run.
struct RequestTournament {
    /// A request that is repeated.
    struct Contestant {
        let name: String
        /// Makes the request, and returns the number in its URL.
        let request: () async throws -> Int
    }

    private static let requests = 20_000
    /// The contestant with which the others are compared.
    private static let standard = "dictionary router, open"

    private let contestants: [Contestant]

    init() throws {
        let (users, stack) = (try UsersMediator(), try UsersMediator(keepsStack: true))
        let asynchronous = try UsersMediator(isAsynchronous: true)
        let noting = try UsersMediator(notes: true)
        let asynchronousNoting = try UsersMediator(isAsynchronous: true, notes: true)
        let (bare, lean) = (BareChain.home, LeanRouter())
        let (dictionary, targets) = (DictionaryRouter.home, TargetAction())
        var contestants = [
            Contestant(name: "open") { try await users.open("app://rent/42/request") },
            Contestant(name: "typed open") { try await users.open("app://rent/42") },
            Contestant(name: "typed open, onto a stack") { try await stack.open("app://rent/42") },
            Contestant(name: "typed call") { try await users.call("app://rent/42/number") },
            Contestant(name: "synchronous call") { try await users.call("app://rent/42/count") },
            Contestant(name: "asynchronous call") { try await asynchronous.call("app://rent/42/count") },
            Contestant(name: "open, noted") { try await noting.open("app://rent/42/request") },
            Contestant(name: "synchronous call, noted") { try await noting.call("app://rent/42/count") },
            Contestant(name: "asynchronous call, noted") { try await asynchronousNoting.call("app://rent/42/count") },
            Contestant(name: "bare chain, open") {
                try await bare.open("app://rent/42") == 1 ? UsersMediator.home : 0
            },
            Contestant(name: "lean router, open") { try await lean.open("app://rent/42") },
            Contestant(name: Self.standard) { dictionary.open("app://rent/42") },
            Contestant(name: "target and action, call") { targets.call("app://rent/number?id=42") },
        ]
        #if HUMMINGBIRD
            let hummingbird = HummingbirdService()
            contestants.append(
                Contestant(name: "Hummingbird, two middlewares") { try await hummingbird.get("/rent/42") })
        #endif
        self.contestants = contestants
    }

    var names: [String] { contestants.map(\.name) }

    /// Repeats the request of one contestant.
    ///
    /// - Throws: `OptionError` if the name is unknown.
    func repeatRequest(of name: String, count: Int) async throws {
        guard let contestant = contestants.first(where: { $0.name == name }) else {
            throw OptionError.unknownContestant(name, known: names)
        }
        for _ in 0..<count { try await check(contestant) }
    }

    /// Returns the figures as a table.
    func run(rounds: Int) async throws -> TextTable {
        var samples = contestants.map { _ in MediationTournament.Samples() }
        for _ in 0..<rounds {
            for (place, contestant) in contestants.enumerated() {
                try await MediationTournament.measure(&samples[place], contestant.request)
            }
        }
        let standard = zip(contestants, samples).first { $0.0.name == Self.standard }?.1.median ?? .nan
        let rows = zip(contestants, samples).map { contestant, samples in
            [
                contestant.name, Number.nanoseconds(samples.median), Number.fixed(samples.median / standard, 2),
                Number.fixed(samples.allocations, 1),
            ]
        }
        return TextTable(
            "A request as users have it, beside routers by hand",
            heading: ["", "ns", "of the dictionary router's", "allocations"], rows: rows)
    }

    private func check(_ contestant: Contestant) async throws {
        guard try await contestant.request() == UsersMediator.home else { throw BareRefusal() }
    }
}
