import Foundation

/// Measures one row or some rows of Documentation/Performance.md.
///
///     Bench PRODUCTS FOLDER WHAT [OPTION…]
///
/// `PRODUCTS` is the folder of the host's build, `FOLDER` an empty folder. `Scripts/bench.sh` builds and calls this.
@main struct Bench {
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            guard arguments.count > 2 else { throw Fault("use `Scripts/bench.sh WHAT`") }
            try await run(
                arguments[2], options: Array(arguments.dropFirst(3)),
                on: Host(products: arguments[0], folder: arguments[1]))
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ what: String, options: [String], on host: Host) async throws {
        switch what {
        case "start": try Start.run(on: host)
        case "keys": try Keys.run(on: host)
        case "modules": try Modules.run(on: host, count: number(options, 0) ?? 1_000)
        case "isolation": try Isolation.run(on: host)
        case "remote": try await Remote.run(on: host, port: number(options, 0) ?? 8_482)
        case "storage": try await StorageComparison.run(on: host)
        case "fleet": try Fleet.run(on: host)
        case "tracking": try await Tracking.run(on: host)
        case "instructions": try Instructions.run(on: host, names: options)
        case "functions": try Functions.run(on: host, line: options.first ?? "app://account/login")
        case "endurance":
            try Endurance.run(
                on: host, lines: number(options, 0) ?? 100_000, calls: number(options, 1) ?? 1_000_000)
        default: throw Fault("there is no benchmark \(what); `Scripts/bench.sh` lists them")
        }
    }

    private static func number(_ options: [String], _ place: Int) throws -> Int? {
        guard place < options.count else { return nil }
        guard let number = Int(options[place]), number > 0 else {
            throw Fault("\(options[place]) is not a positive number")
        }
        return number
    }
}

/// The reason why nothing was measured, or a bar that was missed.
struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension [Double] {
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
