import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(2))) struct `The freshness of an answer` {
    /// An answer that was requested and received at 1000, unless the row has other times.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let headers: [String: String]
        var status = 200
        var sent = 1000
        var received = 1000
        /// The checked times, the state at each, and whether the answer may be used after an error.
        let states: [(now: Int, state: Freshness.State, onError: Bool)]

        var freshness: Freshness {
            let fields = headers.map { HTTPHeader(name: $0.key, value: $0.value) }
            return Freshness(status: status, headers: fields, sent: sent, received: received)
        }
    }

    static let rows = [
        Row(testDescription: "nothing is said", headers: [:], states: [(1000, .stale, false)]),
        Row(
            testDescription: "max-age", headers: ["cache-control": "max-age=60"],
            states: [(1000, .fresh, false), (1059, .fresh, false), (1060, .stale, false)]),
        Row(
            testDescription: "max-age=0", headers: ["cache-control": "max-age=0"],
            states: [(1000, .stale, false)]),
        Row(
            testDescription: "max-age goes before Expires",
            headers: ["cache-control": "max-age=60", "expires": "Thu, 01 Jan 1970 00:00:00 GMT"],
            states: [(1059, .fresh, false), (1060, .stale, false)]),
        Row(
            testDescription: "Expires, from Date on",
            headers: ["date": "Thu, 01 Jan 1970 00:16:40 GMT", "expires": "Thu, 01 Jan 1970 00:17:10 GMT"],
            states: [(1029, .fresh, false), (1030, .stale, false)]),
        Row(
            testDescription: "Expires, of a service whose clock is wrong by a day",
            headers: ["date": "Fri, 02 Jan 1970 00:16:40 GMT", "expires": "Fri, 02 Jan 1970 00:17:10 GMT"],
            states: [(1029, .fresh, false), (1030, .stale, false)]),
        Row(
            testDescription: "Expires that is no date", headers: ["expires": "0"], states: [(1000, .stale, false)]),
        Row(
            testDescription: "Age", headers: ["cache-control": "max-age=60", "age": "50"],
            states: [(1009, .fresh, false), (1010, .stale, false)]),
        Row(
            testDescription: "Age over max-age", headers: ["cache-control": "max-age=60", "age": "61"],
            states: [(1000, .stale, false)]),
        Row(
            testDescription: "Age that is no number", headers: ["cache-control": "max-age=60", "age": "old"],
            states: [(1059, .fresh, false)]),
        Row(
            testDescription: "the time on the way", headers: ["cache-control": "max-age=60"], sent: 970,
            states: [(1029, .fresh, false), (1030, .stale, false)]),
        Row(
            testDescription: "a date before it came",
            headers: ["cache-control": "max-age=60", "date": "Thu, 01 Jan 1970 00:16:00 GMT"],
            states: [(1019, .fresh, false), (1020, .stale, false)]),
        Row(
            testDescription: "a clock that was set back", headers: ["cache-control": "max-age=60, stale-if-error=60"],
            states: [(999, .stale, false)]),
        Row(
            testDescription: "no-cache", headers: ["cache-control": "no-cache, max-age=60, stale-if-error=60"],
            states: [(1000, .stale, false)]),
        Row(
            testDescription: "stale-while-revalidate",
            headers: ["cache-control": "max-age=60, stale-while-revalidate=30"],
            states: [
                (1059, .fresh, false), (1060, .revalidating, false), (1089, .revalidating, false),
                (1090, .stale, false),
            ]),
        Row(
            testDescription: "stale-if-error", headers: ["cache-control": "max-age=60, stale-if-error=30"],
            states: [(1060, .stale, true), (1089, .stale, true), (1090, .stale, false)]),
        Row(
            testDescription: "must-revalidate",
            headers: ["cache-control": "max-age=60, must-revalidate, stale-while-revalidate=9, stale-if-error=9"],
            states: [(1059, .fresh, false), (1060, .stale, false)]),
        Row(
            testDescription: "404 without a word", headers: [:], status: 404,
            states: [(1029, .fresh, false), (1030, .stale, false)]),
        Row(
            testDescription: "410 without a word", headers: [:], status: 410,
            states: [(1029, .fresh, false), (1030, .stale, false)]),
        Row(
            testDescription: "404 with max-age=5", headers: ["cache-control": "max-age=5"], status: 404,
            states: [(1004, .fresh, false), (1005, .stale, false)]),
    ]

    @Test(arguments: rows) func `the freshness of an answer follows from its head`(row: Row) {
        for (now, state, onError) in row.states {
            #expect(row.freshness.state(at: now) == state, "at \(now)")
            // A fresh answer needs no error to be used.
            if state != .fresh { #expect(row.freshness.isUsableOnError(at: now) == onError, "at \(now)") }
        }
    }
}
