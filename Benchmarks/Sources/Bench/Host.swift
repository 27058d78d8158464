import Foundation

/// The built host, the other programs of this package, and a home for the files of both.
struct Host {
    /// The folder of the host's build.
    let products: String
    /// The home of the programs that run; files of a benchmark are there too.
    let folder: String

    var program: String { products + "/switchboard" }

    /// Returns the path of another product of this package.
    func own(_ product: String) -> String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/" + product
    }

    /// Returns the same host with a new home.
    func moved(to name: String) throws -> Host {
        let home = Host(products: products, folder: folder + "/" + name)
        try FileManager.default.createDirectory(atPath: home.folder, withIntermediateDirectories: true)
        return home
    }

    /// Writes a file, and returns its path.
    func file(_ name: String, _ text: String = "") throws -> String {
        try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        return "\(folder)/\(name)"
    }

    /// The options that load some modules of `libSubjects.so`, and no others of it.
    func subjects(_ wanted: String...) throws -> [String] {
        let modules = folder + "/subjects"
        if !FileManager.default.fileExists(atPath: modules) {
            try FileManager.default.createDirectory(atPath: modules, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: own("libSubjects.so"), toPath: modules + "/libSubjects.so")
        }
        let others = ["Apart", "Echo", "Load", "Meter", "Near", "Wide"].filter { !wanted.contains($0) }
        return ["--modules", modules] + others.flatMap { ["--without", $0] }
    }
}

// MARK: Programs

extension Host {
    /// What a program that has ended wrote.
    struct Result {
        let code: Int32
        let output, errors: String

        var lines: [Substring] { output.split(separator: "\n") }
    }

    /// Runs a program to its end, whatever its exit code is, with text on its standard input.
    @discardableResult
    func run(_ words: [String], input: String = "", environment: [String: String] = [:]) throws -> Result {
        let process = try begin(words, "run", input: input, environment: environment)
        process.waitUntilExit()
        return Result(
            code: process.terminationStatus, output: try text(of: "run.output"), errors: try text(of: "run.errors"))
    }

    /// Runs a program, and throws if it fails.
    @discardableResult
    func succeed(_ words: [String], input: String = "") throws -> Result {
        let result = try run(words, input: input)
        guard result.code == 0 else {
            throw Fault("\(words.joined(separator: " ")) ended with \(result.code): \(result.errors)\(result.output)")
        }
        return result
    }

    /// Starts a server, which ends at the latest with this process, and waits for its first line.
    func serve(_ words: [String], _ name: String) throws -> Process {
        let process = try begin(["setpriv", "--pdeathsig", "TERM"] + words, name)
        while try text(of: name + ".output").isEmpty, try text(of: name + ".errors").isEmpty {
            guard process.isRunning else { throw Fault("\(words[0]) ended before it served") }
            usleep(100_000)
        }
        return process
    }

    /// Starts a program whose output goes to the files `NAME.output` and `NAME.errors`.
    private func begin(
        _ words: [String], _ name: String, input: String = "", environment: [String: String] = [:]
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment
            .merging(["HOME": folder, "XDG_CACHE_HOME": folder + "/cache", "XDG_DATA_HOME": folder + "/data"]) { $1 }
            .merging(environment) { $1 }
        process.standardInput = FileHandle(forReadingAtPath: try file(name + ".input", input))
        process.standardOutput = FileHandle(forWritingAtPath: try file(name + ".output"))
        process.standardError = FileHandle(forWritingAtPath: try file(name + ".errors"))
        try process.run()
        return process
    }

    func text(of name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }

    /// Starts a program until later starts only read files: the host keeps no image of files that changed less than two
    /// seconds before.
    func warm(_ words: [String], input: String = "") throws {
        for _ in 0..<3 {
            try run(words, input: input)
            sleep(2)
        }
    }
}
