import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(2))) struct `The retry policy of a service` {
    /// The attempt, the elapsed time, the pause that the service asks for, the random number, and the resulting pause.
    static let rows: [(attempt: Int, elapsed: Duration, asked: Duration?, random: Double, pause: Duration?)] = [
        (1, .zero, nil, 0, .zero),
        (1, .zero, nil, 0.5, .milliseconds(125)),
        (2, .zero, nil, 0.5, .milliseconds(250)),
        (3, .zero, nil, 0.5, nil),
        (1, .seconds(6), nil, 0, .zero),
        (1, .seconds(8), nil, 0, nil),
        (1, .milliseconds(7_900), nil, 0.9, nil),
        (1, .seconds(1), .seconds(2), 0.5, .seconds(2)),
        (1, .seconds(1), .seconds(6), 0.5, .seconds(6)),
        (1, .seconds(1), .seconds(7), 0.5, nil),
        (1, .zero, .seconds(2_147_483_647), 0.5, nil),
        (1, .zero, .zero, 0.5, .milliseconds(125)),
    ]

    @Test(arguments: rows) func `the retry policy allows a retry only if its pause fits into the total time`(
        row: (attempt: Int, elapsed: Duration, asked: Duration?, random: Double, pause: Duration?)
    ) {
        let pause = RetryPolicy().pause(
            after: row.attempt, elapsed: row.elapsed, retryAfter: row.asked, random: row.random)
        #expect(pause == row.pause)
    }

    @Test func `the pause is never negative after many attempts`() {
        let policy = RetryPolicy(total: .seconds(10_000_000), attempts: 101)
        for attempt in 1...100 {
            let pause = policy.pause(after: attempt, elapsed: .zero, random: 0.5)
            #expect(pause.map { $0 >= .milliseconds(125) } == true)
        }
    }

    @Test func `the defaults are 8 seconds in total, 3 attempts of 3 seconds, and a rest of 30 seconds`() {
        let retryPolicy = RetryPolicy()
        #expect(retryPolicy.total == .seconds(8) && retryPolicy.attempt == .seconds(3) && retryPolicy.attempts == 3)
        #expect(CircuitBreaker.window == 20 && CircuitBreaker.leastOutcomes == 5 && CircuitBreaker.rest == .seconds(30))
        #expect(Network.slotCount == 8 && HTTPAnswer.bodyLimit == 1 << 20 && RetryingClient.redirectLimit == 3)
    }

    private func breaker(_ outcomes: [Bool], at time: Duration = .zero) -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for outcome in outcomes where breaker.admits(at: time) {
            breaker.record(isDown: !outcome, begun: time, at: time)
        }
        return breaker
    }

    @Test(
        arguments: [
            ([], true), ([false, false, false, false], true), ([false, false, false, false, false], false),
            ([true, true, true, false, false], true), ([true, true, true, false, false, false], false),
            (Array(repeating: true, count: 20) + Array(repeating: false, count: 9), true),
            (Array(repeating: true, count: 20) + Array(repeating: false, count: 10), false),
            (Array(repeating: true, count: 100) + Array(repeating: false, count: 10), false),
        ] as [([Bool], Bool)])
    func `the breaker opens if half of the last twenty calls failed, and at least five`(
        outcomes: [Bool], isClosed: Bool
    ) {
        #expect((breaker(outcomes).state == .closed) == isClosed)
    }

    @Test func `the breaker admits one probe after half a minute`() {
        var breaker = breaker(Array(repeating: false, count: 5))
        let answers = [29, 30, 31].map { breaker.admits(at: .seconds($0)) }
        #expect(answers == [false, true, false])
        var healed = breaker
        healed.record(isDown: false, begun: .seconds(30), at: .seconds(32))
        #expect(healed.state == .closed)
        breaker.record(isDown: true, begun: .seconds(30), at: .seconds(32))
        #expect(breaker.state == .open(until: .seconds(62)))
    }

    @Test func `the breaker admits the next question as a probe if a probe was abandoned`() {
        var breaker = breaker(Array(repeating: false, count: 5))
        _ = breaker.admits(at: .seconds(30))
        breaker.abandon(begun: .seconds(30), at: .seconds(30))
        let isNext = breaker.admits(at: .seconds(30))
        #expect(isNext)
    }

    @Test func `only the probe changes the breaker's state, not a call from before the opening`() {
        var breaker = breaker(Array(repeating: false, count: 5), at: .seconds(1))
        _ = breaker.admits(at: .seconds(31))
        breaker.record(isDown: true, begun: .zero, at: .seconds(32))
        breaker.record(isDown: false, begun: .zero, at: .seconds(32))
        breaker.abandon(begun: .zero, at: .seconds(32))
        #expect(breaker.state == .probing(since: .seconds(31)))
        breaker.record(isDown: false, begun: .seconds(31), at: .seconds(33))
        #expect(breaker.state == .closed)
    }
}
