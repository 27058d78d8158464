// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Writes continuously until it is killed, and checks the stored values of an earlier run.
struct LedgerModule: Module {
    static let info = ModuleInfo("Ledger", "1.0", "Keeps its books")

    struct Entry: Record {
        let id: Int
        let text: String
    }

    struct Total: Record {
        let id: Int
        let pairs: Int
    }

    struct Run: Codable, Sendable { let microseconds: UInt32 }

    private let storage: Storage

    init(context: ModuleContext) { storage = context.storage }

    var routes: [Route] {
        Call("/ledger/check") { _ in try await check() }
        Call("/ledger/run/:microseconds<uint>", taking: Run.self, access: .modules) { run in
            try await write(killedAfter: run.microseconds)
        }
    }

    /// A file to which each write is reported after its end, as `r` (records), `s` (setting) or `k` (secret) and a
    /// number.
    private var reports: String { getenv("LEDGER_REPORTS").map { String(cString: $0) } ?? "" }

    /// Returns the number of pairs, after a comparison of the stored values with the reported values.
    private func check() async throws -> Int {
        let pairs = try await storage.records(Total.self).first()?.pairs ?? 0
        let entries = try await storage.records(Entry.self).count()
        guard entries == 2 * pairs else { throw Fault(text: "\(entries) entries of \(pairs) pairs") }
        let last = try await storage.records(Entry.self).sorted(by: \.id, .descending).first()
        guard last.map({ $0.id == 2 * pairs + 1 && $0.text == Self.text($0.id) }) ?? true else {
            throw Fault(text: "the last entry is \(String(describing: last))")
        }
        let setting = try await storage.settings.value("pairs", default: 0).value
        let secret = try await storage.secrets.read("pairs")?.bytes ?? []
        guard secret.allSatisfy({ $0 == secret[0] }), [0, 5_000].contains(secret.count) else {
            throw Fault(text: "half a secret")
        }
        try compare(pairs, setting, Int(secret.first ?? 0))
        return pairs
    }

    private func compare(_ pairs: Int, _ setting: Int, _ byte: Int) throws {
        var reported: [UInt8: Int] = [:]
        guard let lines = fopen(reports, "r") else { return }
        defer { fclose(lines) }
        var line = [CChar](repeating: 0, count: 64)
        while fgets(&line, 64, lines) != nil { reported[UInt8(line[0])] = atol(Array(line.dropFirst())) }
        if let records = reported[UInt8(ascii: "r")], records > pairs {
            throw Fault(text: "\(records) of \(pairs) pairs")
        }
        if let last = reported[UInt8(ascii: "s")], last > setting { throw Fault(text: "setting \(setting) of \(last)") }
        let last = reported[UInt8(ascii: "k")] ?? 0
        guard (last...max(last, pairs)).contains(where: { $0 % 256 == byte }) else {
            throw Fault(text: "secret \(byte) of \(last)")
        }
    }

    private func write(killedAfter microseconds: UInt32) async throws -> Int {
        var pairs = try await check()
        let reports = open(reports, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let setting = try await storage.settings.value("pairs", default: 0)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { time in
                usleep(UInt32(UInt(bitPattern: time)))
                kill(getpid(), SIGKILL)
                return nil
            }, UnsafeMutableRawPointer(bitPattern: UInt(microseconds) + 1))
        while true {
            pairs += 1
            let (one, other, total) = (2 * pairs, 2 * pairs + 1, Total(id: 1, pairs: pairs))
            try await storage.transaction {
                try await storage.records(Entry.self).insert(Entry(id: one, text: Self.text(one)))
                try await storage.records(Entry.self).insert(Entry(id: other, text: Self.text(other)))
                try await storage.records(Total.self).upsert(total)
            }
            report("r\(pairs)\n", to: reports)
            setting.value = pairs
            try await storage.settings.synchronize()
            report("s\(pairs)\n", to: reports)
            try await storage.secrets.write(
                Secret(bytes: Array(repeating: UInt8(pairs % 256), count: 5_000)), to: "pairs")
            report("k\(pairs)\n", to: reports)
        }
    }

    private func report(_ line: String, to file: CInt) { _ = Glibc.write(file, line, line.utf8.count) }

    private static func text(_ id: Int) -> String { String(repeating: "\(id) ", count: 50) }
}

struct Fault: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

@c(switchboard_v1_Ledger)
public func switchboardLedger(_ host: HostPointer) -> CInt { LedgerModule.export(to: host) }
