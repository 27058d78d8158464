/// A numbered change of a module's tables, which runs once for each user.
///
/// ```swift
/// try await storage.migrate([
///     Migration(1) { try await $0.renameColumn("price", of: "Home", to: "rent") },
///     Migration(2) { _ in try await storage.records(Home.self).where(\.rent == 0).delete() },
/// ])
/// ```
///
/// The closure runs in a transaction, to which the operations on records in it belong. A first start runs all migrations
/// on tables that are absent, which changes nothing.
public struct Migration: Sendable {
    /// The number, from 1 on; it never changes once a user may have run the migration.
    public let number: Int
    /// The change.
    @_spi(Host) public let change: @Sendable (Tables) async throws -> Void

    /// Creates a migration.
    public init(_ number: Int, _ change: @escaping @Sendable (_ tables: Tables) async throws -> Void) {
        self.number = number
        self.change = change
    }

    /// The changes of tables that a migration can make; one that is already made, or whose table is absent, has no effect.
    public struct Tables: Sendable {
        /// A change of one table.
        @_spi(Host) public enum Change: Sendable {
            case renameTable(String, to: String)
            case dropTable(String)
            case renameColumn(String, table: String, to: String)
            case dropColumn(String, table: String)
        }

        private let perform: @Sendable (Change) async throws(StorageError) -> Void

        /// Creates the changes of a storage.
        @_spi(Host) public init(_ perform: @escaping @Sendable (Change) async throws(StorageError) -> Void) {
            self.perform = perform
        }

        /// Renames a table.
        public func rename(_ table: String, to name: String) async throws(StorageError) {
            try await perform(.renameTable(table, to: name))
        }

        /// Removes a table with its records.
        public func drop(_ table: String) async throws(StorageError) { try await perform(.dropTable(table)) }

        /// Renames a column.
        public func renameColumn(
            _ column: String, of table: String, to name: String
        ) async throws(StorageError) {
            try await perform(.renameColumn(column, table: table, to: name))
        }

        /// Removes a column with its values.
        public func dropColumn(_ column: String, of table: String) async throws(StorageError) {
            try await perform(.dropColumn(column, table: table))
        }
    }
}
