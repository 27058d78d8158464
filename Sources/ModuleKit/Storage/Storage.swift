import Synchronization

/// The storage of one module: settings, secrets and records, in a folder of the user that no other module gets.
///
/// A storage is a value to keep and to copy; use it from any task. The first operation opens it, so a module that
/// stores nothing pays nothing. Blocking work runs on a thread of the storage.
///
/// ```swift
/// let theme = try await storage.settings.value("theme", default: "light")
/// try await storage.records(Home.self).insert(home)
/// ```
public struct Storage: Sendable {
    private let source: StorageSource

    /// Creates a storage; the host and the harness do.
    @_spi(Host) public init(_ source: StorageSource) { self.source = source }

    /// The typed values by key.
    public var settings: Settings { Settings(source: source) }

    /// The passwords, tokens and keys by name.
    public var secrets: Secrets { Secrets(source: source) }

    /// Returns the records of a type, all of them until a condition narrows them.
    public func records<Kind: Record>(_ type: Kind.Type) -> Records<Kind> { Records(source: source) }

    /// Runs a closure whose changes of records happen all together or, if it throws, not at all.
    ///
    /// Operations of the closure, and of functions and child tasks that it waits for, belong to the transaction.
    /// Operations of other tasks wait for its end.
    /// - Throws: the closure's error, or `StorageError`, such as `nestedTransaction`.
    public func transaction<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await source.backend().records.transaction(body)
    }

    /// The events that the module should know of, such as a damaged file that was set aside; empty in most runs.
    /// - Throws: `StorageError`, such as `closed` after the module has stopped.
    public var notices: [StorageNotice] {
        get async throws(StorageError) { try source.backend().notices }
    }
}

/// An event of a storage that loses no data and needs attention.
public enum StorageNotice: Sendable, Equatable {
    /// A damaged file was renamed to another path, and the storage goes on without its content.
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

/// The parts of a storage without records.
extension Storage {
    /// The typed values of a module, by key, in one file.
    public struct Settings: Sendable {
        let source: StorageSource

        /// Returns the value of a key as a live value; each call for a key returns the same one.
        ///
        /// Set its `value` to change the setting: the file is written soon after, atomically and in order, and
        /// `synchronize()` waits for that. The default is not written.
        ///
        /// - Parameter key: 1 to 128 bytes.
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

    /// The secrets of a module, each in a file that the user alone may read.
    ///
    /// A name has 1 to 128 bytes of letters, digits, `.`, `_`, `-` and spaces, and begins with a letter, digit or `_`.
    public struct Secrets: Sendable {
        let source: StorageSource

        /// Returns a secret, `nil` if it is absent.
        /// - Throws: `StorageError` (`exposed`) if other users may read its file.
        public func read(_ name: String) async throws(StorageError) -> Secret? {
            try await source.backend().secrets.read(name).map(Secret.init(bytes:))
        }

        /// Writes a secret of at most 64 KiB, completely or not at all.
        /// - Throws: `StorageError`, such as `invalidName`, `tooLarge` or `full`.
        public func write(_ secret: Secret, to name: String) async throws(StorageError) {
            try await source.backend().secrets.write(secret.bytes, to: name)
        }

        /// Removes a secret; an absent one is no error.
        /// - Throws: `StorageError`, such as `invalidName` or `inaccessible`.
        public func remove(_ name: String) async throws(StorageError) {
            try await source.backend().secrets.remove(name)
        }
    }
}
