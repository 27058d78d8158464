import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The settings of one module, in one JSON object.
///
/// A changed observable is written soon after by the thread of the storage. Several processes may change the file: each
/// writes its own changes into the present content.
final class SettingsFile: Sendable {
    private static let name = "settings.json"
    private static let keyLimit = 128
    private static let sizeLimit = 16 << 20

    private struct Entry {
        let observable: any Sendable
        /// Set once the observable is bound.
        var binding: Binding?
        /// The default, which is not written until the value changes; `nil` if the file had a value.
        let initial: JSONValue?
        var value: JSONValue
        var isPending = false
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The reasons why values cannot be written.
        var faults: [String: String] = [:]
        var isScheduled = false
    }

    private let state = Mutex(State())
    private let folder: ModuleFolder
    private let notices: NoticeLog
    private let executor: BlockingExecutor

    init(folder: ModuleFolder, notices: NoticeLog, executor: BlockingExecutor) {
        self.folder = folder
        self.notices = notices
        self.executor = executor
    }

    /// Returns the observable of a key.
    func value<Value: Codable & Sendable>(
        _ key: String, default value: Value
    ) async throws(StorageError) -> Observable<Value> {
        guard (1...Self.keyLimit).contains(key.utf8.count) else {
            throw .invalidName(key, reason: "a key has 1 to \(Self.keyLimit) bytes")
        }
        if let known: Observable<Value> = try known(key) { return known }
        return try await executor.run { () throws(StorageError) in
            // Another task may have asked meanwhile.
            if let known: Observable<Value> = try self.known(key) { return known }
            guard let stored = try self.read()[key] else { return self.observable(key, .null, value) }
            return self.observable(key, stored, try Self.decode(stored, key))
        }
    }

    private func known<Value: Sendable>(_ key: String) throws(StorageError) -> Observable<Value>? {
        guard let entry = state.withLock({ $0.entries[key]?.observable }) else { return nil }
        if let observable = entry as? Observable<Value> { return observable }
        throw .setting(key: key, expected: "\(Value.self)", reason: "it was asked for as \(type(of: entry)) before")
    }

    private func observable<Value: Codable & Sendable>(
        _ key: String, _ json: JSONValue, _ value: Value
    ) -> Observable<Value> {
        let observable = Observable(value)
        let initial = json == .null ? try? Self.encode(value) : nil
        state.withLock { $0.entries[key] = Entry(observable: observable, initial: initial, value: json) }
        let binding = observable.bind { [weak self] value in self?.changed(key, value) }
        state.withLock { $0.entries[key]?.binding = binding }
        return observable
    }

    /// Notes the new value of a key, and has it written.
    private func changed(_ key: String, _ value: some Encodable) {
        let schedules = state.withLock { state -> Bool in
            guard var entry = state.entries[key] else { return false }
            do {
                let json = try Self.encode(value)
                state.faults[key] = nil
                // The first call has the value that was read, or the default.
                let isFirst = entry.binding == nil && !entry.isPending
                if isFirst, json == entry.value || json == entry.initial { return false }
                (entry.value, entry.isPending) = (json, true)
                state.entries[key] = entry
            } catch {
                state.faults[key] = "\(error)"
            }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard schedules else { return }
        executor.start {
            do throws(StorageError) {
                try self.writePending()
            } catch {
                self.notices.tell(error)
            }
        }
    }

    /// Writes what has changed, and throws the reason if something cannot be written.
    func synchronize() async throws(StorageError) {
        try await executor.run { () throws(StorageError) in
            try self.writePending()
            if let fault = self.state.withLock({ $0.faults.first }) {
                throw .unwritable(column: "the setting \(fault.key)", reason: fault.value)
            }
        }
    }

    private func writePending() throws(StorageError) {
        let pending = state.withLock { state in
            state.isScheduled = false
            return state.entries.filter(\.value.isPending)
        }
        guard !pending.isEmpty else { return }
        let path = try folder.make()
        try ModuleFolder.lock(path) { (open) throws(StorageError) in
            let present = try read()
            // Another process or generation may have changed a value: only the file tells what is to be written.
            let changes = pending.filter { (present[$0.key] ?? $0.value.initial) != $0.value.value }
            guard !changes.isEmpty else { return }
            let values = present.merging(changes.mapValues(\.value)) { $1 }
            guard let bytes = try? Payload(JSONValue.object(values)).json(), bytes.count <= Self.sizeLimit else {
                throw .tooLarge(path: "\(path)/\(Self.name)", limit: Self.sizeLimit)
            }
            try ModuleFolder.write(bytes, to: Self.name, in: open, path)
        }
        state.withLock { state in
            for (key, entry) in pending where state.entries[key]?.value == entry.value {
                state.entries[key]?.isPending = false
            }
        }
    }

    /// Returns the values in the file; one that is damaged is set aside.
    private func read() throws(StorageError) -> [String: JSONValue] {
        let path = "\(try folder.make())/\(Self.name)"
        if Path.isFolder(path) { try notices.setAside(path, reason: "it is a folder in place of a file") }
        guard let bytes = try StoredFile.read(path, limit: Self.sizeLimit) else { return [:] }
        if case .object(let values)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) { return values }
        try notices.setAside(path, reason: "it is no JSON object")
        return [:]
    }

    private static func encode(_ value: some Encodable) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    private static func decode<Value: Decodable>(_ value: JSONValue, _ key: String) throws(StorageError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
        } catch {
            throw .setting(key: key, expected: "\(Value.self)", reason: "the stored value is of another type")
        }
    }
}
