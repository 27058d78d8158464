import Foundation

/// Measures this project's router beside its peers and prints what came out, whatever it is.
@main
enum RouterBenchmark {
    static func main() async {
        do {
            try await run(Options(Array(CommandLine.arguments.dropFirst())))
        } catch {
            say("bench: \(error)")
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        let httprouter = try HTTPRouterProcess(executable: options.httprouter)
        let contestants: [any Contestant] = [httprouter, HummingbirdRouter(), SwitchboardRouter()]
        var tournament = Tournament(contestants, rounds: options.rounds)
        let results = try WorkloadKind.all.map { kind in
            say("measuring \(kind.name), \(options.rounds) rounds")
            return try tournament.run(kind)
        }
        print(Machine(swift: options.swift, go: httprouter.version).text)
        print(Report(results: results).text(options.style), terminator: "")
        say("measuring requests, \(options.rounds) rounds")
        print("\n" + (try await MediationTournament().run(rounds: options.rounds)).text(options.style), terminator: "")
    }

    /// Progress goes beside the tables, not into them.
    private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
