import Foundation
import Tables

/// Compares this project's router with its peers, and prints the results whatever they are.
@main
enum RouterBenchmark {
    /// Runs requests off the main actor, as a host does. The main thread only waits: an async main would end it, which
    /// valgrind does not support.
    static func main() {
        Task.detached {
            do {
                try await run(Options(Array(CommandLine.arguments.dropFirst())))
                exit(0)
            } catch {
                say("bench: \(error)")
                exit(1)
            }
        }
        while true { pause() }
    }

    @concurrent private static func run(_ options: Options) async throws {
        if options.printsNamesOnly { return print(try RequestTournament().names.joined(separator: "\n")) }
        if let (name, count) = options.only {
            return try await RequestTournament().repeatRequest(of: name, count: count)
        }
        if options.measuresGrowthOnly {
            say("measuring growth")
            for table in try await Growth().run() { print(table.text(options.style)) }
            return
        }
        if !options.measuresRequestsOnly { try compareRouters(options) }
        say("measuring requests, \(options.rounds) rounds")
        print((try await MediationTournament().run(rounds: options.rounds)).text(options.style))
        print((try await RequestTournament().run(rounds: options.rounds)).text(options.style), terminator: "")
    }

    private static func compareRouters(_ options: Options) throws {
        let httprouter = try HTTPRouterProcess(executable: options.httprouter)
        var contestants: [any Contestant] = [httprouter, SwitchboardRouter()]
        #if HUMMINGBIRD
            contestants.insert(HummingbirdRouter(), at: 1)
        #endif
        var tournament = Tournament(contestants, rounds: options.rounds)
        let results = try WorkloadKind.all.map { kind in
            say("measuring \(kind.name), \(options.rounds) rounds")
            return try tournament.run(kind)
        }
        print(Machine(swift: options.swift, go: httprouter.version).text)
        print(Report(results: results).text(options.style))
    }

    /// Writes progress to standard error, separate from the tables.
    private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
