import Synchronization

/// The storage of one module: settings, secrets and records, in a folder that the host reserves for the module.
///
/// A storage is a value: keep it, copy it, use it in any task. The first operation opens the storage, so a module that
/// stores nothing has no cost. Blocking work runs on a thread of the storage.
///
/// ```swift
/// let theme = try await storage.settings.value("theme", default: "light")
/// try await storage.records(Home.self).insert(home)
/// ```
public struct Storage: Sendable {
    private let source: StorageSource

    /// Creates a storage, for the host and the harness.
    @_spi(Host) public init(_ source: StorageSource) { self.source = source }

    /// The settings: typed values, each with a key.
    public var settings: Settings { Settings(source: source) }

    /// The secrets: passwords, tokens and keys, each with a name.
    public var secrets: Secrets { Secrets(source: source) }

    /// Returns a query for all records of a type, which conditions narrow.
    public func records<Kind: Record>(_ type: Kind.Type) -> Records<Kind> { Records(source: source) }

    /// Runs a closure as a transaction: all its changes of records are made, or none if it throws.
    ///
    /// The operations of the closure, and of functions and child tasks that it waits for, belong to the transaction.
    /// Operations of other tasks wait for the end of the transaction.
    /// - Throws: the closure's error, or `StorageError`, such as `nestedTransaction`.
    public func transaction<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await source.backend().records.transaction(body)
    }

    /// The events that need the module's attention, such as a damaged file that was set aside; usually empty.
    /// - Throws: `StorageError`, such as `closed` after the module has stopped.
    public var notices: [StorageNotice] {
        get async throws(StorageError) { try source.backend().notices }
    }
}

/// An event of a storage that needs attention, but that has not deleted data.
public enum StorageNotice: Sendable, Equatable {
    /// A damaged file was renamed to another path; the storage continues without its content.
    case setAside(file: String, as: String, reason: String)
}

extension StorageNotice: CustomStringConvertible {
    /// A sentence with the finding and the remedy.
    public var description: String {
        switch self {
        case .setAside(let file, let other, let reason):
            "\(file) is damaged (\(reason)) and was renamed to \(other); the module starts without its content: "
                + "restore the file from a backup, or delete it"
        }
    }
}

/// The parts of a storage other than records.
extension Storage {
    /// The typed values of a module, by key, in one file.
    public struct Settings: Sendable {
        let source: StorageSource

        /// Returns the value of a key as a live value; each call for the same key returns the same object.
        ///
        /// Set its `value` to change the setting. The file is written soon afterwards, atomically and in the order of
        /// the changes; `synchronize()` waits until the file is written. The default itself is not written.
        ///
        /// - Parameters:
        ///   - key: 1 to 128 bytes.
        ///   - value: the value without a stored setting.
        /// - Throws: `StorageError` (`setting`) if the stored value, or an earlier call, has another type.
        public func value<Value: Codable & Sendable>(
            _ key: String, default value: Value
        ) async throws(StorageError) -> Live<Value> {
            try await source.backend().settings.value(key, default: value)
        }

        /// Waits until all changes so far are on the disk.
        /// - Throws: `StorageError` with the reason why a change cannot be written; the next call tries again.
        public func synchronize() async throws(StorageError) { try await source.backend().settings.synchronize() }
    }

    /// The secrets of a module, each in a file that only the user may read.
    ///
    /// A name has 1 to 128 bytes of letters, digits, `.`, `_`, `-` and spaces, and begins with a letter, digit or `_`.
    public struct Secrets: Sendable {
        let source: StorageSource

        /// Returns a secret; `nil` if it is absent.
        /// - Throws: `StorageError` (`exposed`) if other users may read its file.
        public func read(_ name: String) async throws(StorageError) -> Secret? {
            try await source.backend().secrets.read(name).map(Secret.init(bytes:))
        }

        /// Writes a secret of at most 64 KiB, completely or not at all.
        /// - Throws: `StorageError`, such as `invalidName`, `tooLarge` or `full`.
        public func write(_ secret: Secret, to name: String) async throws(StorageError) {
            try await source.backend().secrets.write(secret.bytes, to: name)
        }

        /// Removes a secret; does nothing if it is absent.
        /// - Throws: `StorageError`, such as `invalidName` or `inaccessible`.
        public func remove(_ name: String) async throws(StorageError) {
            try await source.backend().secrets.remove(name)
        }
    }
}
