import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The settings of one module, in a file with one JSON object.
///
/// The storage's thread writes a changed value soon after the change. Several processes may change the file: each
/// merges its changes into the current content.
final class SettingsFile: SettingsBackend {
    private static let name = "settings.json"
    private static let keyLimit = 128
    private static let sizeLimit = 16 << 20

    private struct Entry {
        let live: any Sendable
        let binding: Binding
        /// Returns the default, which is not written until the value changes; `nil` if the file had a value.
        let initial: @Sendable () -> JSONValue?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var pending: [String: JSONValue] = [:]
        var faults: [String: String] = [:]
    }

    private let state = Mutex(State())
    private let folder: ModuleFolder
    private let executor: BlockingExecutor

    init(folder: ModuleFolder, executor: BlockingExecutor) {
        (self.folder, self.executor) = (folder, executor)
    }

    func value<Value: Codable & Sendable>(
        _ key: String, default value: Value
    ) async throws(StorageError) -> Live<Value> {
        guard (1...Self.keyLimit).contains(key.utf8.count) else {
            throw StorageError(.invalidName(key, reason: "a key has 1 to \(Self.keyLimit) bytes"))
        }
        if let known: Live<Value> = try known(key) { return known }
        return try await executor.run { () throws(StorageError) in
            // Another task may have created the value in the meantime.
            if let known: Live<Value> = try self.known(key) { return known }
            guard let stored = try self.read()[key] else {
                return self.live(key, value) { try? Self.json(value) }
            }
            do {
                return self.live(key, try Self.json(stored)) { nil }
            } catch {
                throw StorageError(
                    .setting(key: key, expected: "\(Value.self)", reason: "the stored value is of another type"))
            }
        }
    }

    private func known<Value: Sendable>(_ key: String) throws(StorageError) -> Live<Value>? {
        guard let entry = state.withLock({ $0.entries[key]?.live }) else { return nil }
        if let live = entry as? Live<Value> { return live }
        throw StorageError(
            .setting(key: key, expected: "\(Value.self)", reason: "it was asked for as \(type(of: entry)) before"))
    }

    private func live<Value: Codable & Sendable>(
        _ key: String, _ value: Value, initial: @escaping @Sendable () -> JSONValue?
    ) -> Live<Value> {
        let live = Live(value)
        // The first call, which `bind` makes with the initial value, is ignored because the entry does not exist yet.
        let binding = live.bind { [weak self] value in self?.changed(key, value) }
        state.withLock { $0.entries[key] = Entry(live: live, binding: binding, initial: initial) }
        return live
    }

    private func changed(_ key: String, _ value: some Encodable) {
        let isKnown = state.withLock { state -> Bool in
            guard state.entries[key] != nil else { return false }
            do {
                state.pending[key] = try Self.json(value)
                state.faults[key] = nil
            } catch {
                state.faults[key] = error.inWords
            }
            return true
        }
        guard isKnown else { return }
        executor.start {
            do throws(StorageError) { try self.writePending() } catch { self.folder.report(error) }
        }
    }

    /// Writes the changed values; throws if a value cannot be written.
    func synchronize() async throws(StorageError) {
        try await executor.run { () throws(StorageError) in
            try self.writePending()
            if let fault = self.state.withLock({ $0.faults.first }) {
                throw StorageError(.unwritable(column: "the setting \(fault.key)", reason: fault.value))
            }
        }
    }

    private func writePending() throws(StorageError) {
        let (pending, entries) = state.withLock { ($0.pending, $0.entries) }
        guard !pending.isEmpty else { return }
        let path = try folder.make()
        try ModuleFolder.replace(Self.name, in: path) { () throws(StorageError) in
            let present = try read()
            // The new content is based on the file, since another process or generation may have changed a value.
            let changes = pending.filter { (present[$0.key] ?? entries[$0.key]?.initial()) != $0.value }
            guard !changes.isEmpty else { return nil }
            let values = present.merging(changes) { $1 }
            guard let bytes = try? Payload(JSONValue.object(values)).json(), bytes.count <= Self.sizeLimit else {
                throw StorageError(.tooLarge(path: "\(path)/\(Self.name)", limit: Self.sizeLimit))
            }
            return bytes
        }
        // A value that has changed again in the meantime remains pending.
        state.withLock { state in state.pending = state.pending.filter { pending[$0.key] != $0.value } }
    }

    /// Returns the values in the file; a damaged file is renamed.
    private func read() throws(StorageError) -> [String: JSONValue] {
        let path = "\(try folder.make())/\(Self.name)"
        if Path.isFolder(path) { try folder.setAside(path, reason: "it is a folder, not a file") }
        guard let bytes = try ModuleFolder.read(path, limit: Self.sizeLimit) else { return [:] }
        if case .object(let values)? = try? JSONValue(document: bytes) { return values }
        try folder.setAside(path, reason: "it is not a JSON object")
        return [:]
    }

    /// Converts a value to another type with the same JSON.
    private static func json<Value: Decodable>(_ value: some Encodable) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}
