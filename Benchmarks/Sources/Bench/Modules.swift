import Foundation
import Tables

/// Measures a start with many modules of ten routes next to a start without, and the first request to a module next to
/// `dlopen`, handshake and start in a bare program.
enum Modules {
    private static let turns = 41

    static func run(on host: Host, count: Int) throws {
        guard count > 2 * turns + 1 else { throw Fault("\(count) modules are too few; give \(2 * turns + 2) or more") }
        let many = try host.manyModules(count, routes: 10)
        let (none, empty) = ([host.program, "--no-remote"], try host.file("empty"))
        let all = none + ["--modules", many]
        for words in [none, all] { try host.warm(words + ["-f", empty]) }
        _ = try host.compare(
            ["with \(count) modules", "without modules"],
            [all, none].map { ($0 + ["-f", empty]).joined(separator: " ") }, "A start")
        try firstRequests(to: Host.names(count), all, on: host)
    }

    private static func firstRequests(to names: [String], _ words: [String], on host: Host) throws {
        // The host opens its stored copies, so the bare program opens the same files.
        let stored = try host.succeed(["find", host.folder + "/data/switchboard/store", "-name", "lib*.so"]).lines
        let paths = Dictionary(stored.map { ($0.split(separator: "/").last ?? "", String($0)) }) { first, _ in first }
        var (floor, first, start): ([Double], [Double], [Double]) = ([], [], [])
        for turn in 1...turns {
            // The first of two modules loads what both share.
            let pair = names[(turn * 2)...(turn * 2 + 1)]
            let libraries = pair.compactMap { paths["lib\($0).so"] }
            let microseconds = try host.succeed([host.own("Bare")] + libraries).lines.last.flatMap { Double($0) }
            guard libraries.count == 2, let microseconds else { throw Fault("\(pair) are not in the store") }
            floor.append(microseconds)
            try host.succeed(
                words + ["--trace-file", host.folder + "/trace"],
                input: pair.map { "call app://\($0)/route1/1\n" }.joined())
            first.append(try host.durations("trace").last ?? .nan)
            start.append(try host.durations("trace", stage: "activation").last ?? .nan)
            try FileManager.default.removeItem(atPath: host.folder + "/trace")
        }
        let rows = [
            ("in a bare program", floor), ("the first request", first), ("of it the module's start", start),
        ].map { name, values in
            [name, Number.fixed(values.median, 0), Number.fixed(values.median / floor.median, 2)]
        }
        print(TextTable("The first use of a module", heading: ["", "µs", "times"], rows: rows).text(.terminal))
    }
}
