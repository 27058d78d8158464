/// julienschmidt/httprouter, in a Go program that does the measurements.
struct HTTPRouterProcess: Contestant {
    let router = Router.httprouter
    let works: [Work] = [.decode, .parse]
    /// The version of Go that built the program.
    let version: String
    private let process: PeerProcess

    /// Starts the program and waits until it is ready.
    init(executable: String) throws {
        process = try PeerProcess(executable: executable)
        version = try process.answer(to: "start").joined(separator: " ")
    }

    func prepare(_ workload: Workload) throws -> TableSize {
        let command = "prepare \(workload.patterns.count) \(workload.requests.count)"
        let requests = workload.requests.map { request in
            (["\(request.number ?? -1)", request.path] + request.values).joined(separator: "\t")
        }
        try process.send([command] + workload.patterns + requests)
        return TableSize(held: try numbers(process.answer(to: command), 1)[0])
    }

    func build() throws -> BuildTime {
        BuildTime(ready: .nanoseconds(try ask("build", 1)[0]))
    }

    func measure(_ work: Work, passes: Int) throws -> Measurement {
        let numbers = try ask("measure \(work.rawValue) \(passes)", 3)
        return Measurement(
            duration: .nanoseconds(numbers[0]), allocations: UInt64(numbers[1]), checksum: numbers[2])
    }

    private func ask(_ command: String, _ count: Int) throws -> [Int] {
        try process.send([command])
        return try numbers(process.answer(to: command), count)
    }

    private func numbers(_ words: [String], _ count: Int) throws -> [Int] {
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == count else {
            throw ContestantError.noAnswer(command: "a command", found: words.joined(separator: " "))
        }
        return numbers
    }
}
