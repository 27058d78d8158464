import Foundation
import Tables

extension Host {
    /// The time and processor time of a program's whole run, in milliseconds.
    struct Times {
        let time, processor: Double
    }

    /// Measures the runs of two commands with hyperfine, and prints a table.
    func compare(_ names: [String], _ commands: [String], _ title: String) throws -> [Times] {
        struct Report: Decodable {
            struct Row: Decodable { let median, user, system: Double }
            let results: [Row]
        }
        let file = folder + "/hyperfine"
        try succeed(["hyperfine", "-N", "--warmup", "3", "--runs", "101", "--export-json", file] + commands)
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: file)))
        let times = report.results.map { Times(time: $0.median * 1_000, processor: ($0.user + $0.system) * 1_000) }
        let more = Times(time: times[0].time - times[1].time, processor: times[0].processor - times[1].processor)
        let rows = zip(names + ["difference"], times + [more]).map { name, row in
            [name, Number.fixed(row.time, 1), Number.fixed(row.processor, 1)]
        }
        print(TextTable(title, heading: ["", "ms", "ms of processor time"], rows: rows).text(.terminal))
        return times + [more]
    }

    /// Returns the instructions of a program's whole run, which do not depend on the load of the machine.
    func instructions(_ words: [String], input: String = "") throws -> Int {
        let valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        let result = try run(valgrind + words, input: input)
        // If a line of the shell fails, the host ends with an exit code of 3 or less.
        guard result.code <= 3, let digits = result.errors.firstMatch(of: #/I\s+refs:\s+([0-9,]+)/#)?.1,
            let count = Int(digits.filter { $0 != "," })
        else { throw Fault("valgrind did not count \(words.joined(separator: " ")): \(result.errors.suffix(2_000))") }
        return count
    }

    /// Returns a copy of a program, next to copies of the libraries in its folder, all without debug information, on
    /// some of which valgrind fails. The copies are in a folder next to it, where the host finds the demonstration app.
    func stripped(_ program: String) throws -> String {
        let source = URL(filePath: program).resolvingSymlinksInPath()
        let folder = source.deletingLastPathComponent()
        let copies = folder.path + "-stripped"
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files.filter({ $0.pathExtension == "so" }) + [source] {
            try succeed(["strip", "--strip-debug", "-o", "\(copies)/\(file.lastPathComponent)", file.path])
        }
        return copies + "/" + source.lastPathComponent
    }

    /// Returns the time of the first step of a stage, or of all steps in sum, of each request in a file of traces, in
    /// microseconds.
    func durations(_ trace: String, stage: String? = nil) throws -> [Double] {
        try text(of: trace).split(separator: "\n").compactMap { line in
            let steps = line.matches(of: #/"duration_us":([0-9.]+)[^{}]*"stage":"(\w+)"/#)
            let times = steps.filter { step in stage.map { $0 == step.2 } ?? true }.compactMap { Double($0.1) }
            return stage == nil ? times.reduce(0, +) : times.first
        }
    }

    /// Links a number of libraries, each with one module of equal routes, and returns their folder. Each library is
    /// linked from the same object and a few lines of C that differ, so that each has different content.
    func manyModules(_ count: Int, routes: Int) throws -> String {
        let many = folder + "/many"
        try FileManager.default.createDirectory(atPath: many, withIntermediateDirectories: true)
        let swiftc = URL(filePath: try succeed(["sh", "-c", "readlink -f \"$(command -v swiftc)\""]).lines.joined())
        let runtime = swiftc.deletingLastPathComponent().path + "/../lib/swift/linux"
        for name in Self.names(count) {
            let source = """
                extern int benchmark_entry(void *);
                const char *benchmark_module_name(void) { return "\(name)"; }
                int benchmark_route_count(void) { return \(routes); }
                int switchboard_v1_\(name)(void *host) { return benchmark_entry(host); }
                """
            try succeed(
                [
                    "clang", "-shared", "-fPIC", "-O2", "-x", "c", "-", "-x", "none", "-Wl,--whole-archive",
                    own("libMany.a"),
                    "-Wl,--no-whole-archive", runtime + "/x86_64/swiftrt.o", "-fuse-ld=lld", "-Wl,--exclude-libs,ALL",
                    "-Wl,-s", "-L", products, "-lModuleKit", "-L", runtime, "-lswiftCore", "-lswift_Concurrency",
                    "-Wl,-soname=lib\(name).so", "-o", "\(many)/lib\(name).so",
                ], input: source)
        }
        return many
    }

    /// Returns the names of the modules: `M00000` and so on.
    static func names(_ count: Int) -> [String] { (0..<count).map { "M" + String($0 + 100_000).dropFirst() } }
}
