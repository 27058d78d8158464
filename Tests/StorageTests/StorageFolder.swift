import Foundation
@_spi(Host) import ModuleKit
import TestSupport

@testable import Storage

/// The storages of a test, in a temporary folder.
struct StorageFolder {
    let folder: TemporaryFolder

    /// The folder of the storages.
    var path: String { folder.path("storage") }

    /// The file with the records of `Test`.
    var records: String { path + "/Test/records.sqlite" }

    /// The settings of `Test`.
    var settings: String { path + "/Test/settings.json" }

    func contents(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    /// The permissions of a file.
    func mode(_ path: String) -> Int? {
        try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    static func with<Result>(_ body: (StorageFolder) async throws -> Result) async throws -> Result {
        try await TemporaryFolder.with { folder in try await body(StorageFolder(folder: folder)) }
    }

    /// Opens the storage of a module, as a new start of a host does.
    func open(_ module: String = "Test", report: @escaping @Sendable (String) -> Void = { _ in }) throws -> OpenStorage
    {
        let backend = try ModuleStorage(StorageSetup(module: module, folder: path, report: report))
        let source = StorageSource { backend }
        return OpenStorage(storage: Storage(source), source: source, backend: backend)
    }
}

/// The storage of one start of a host.
struct OpenStorage {
    let storage: Storage
    let source: StorageSource
    let backend: ModuleStorage

    func records<Kind: Record>(_ type: Kind.Type) -> Records<Kind> { storage.records(type) }

    /// Ends the start, as a host does.
    func close() async { await source.close() }
}

extension ModuleStorage {
    /// Limits the records to a number of pages of 4 KiB.
    func limitPages(to count: Int) async throws {
        try await store.perform { (database) throws(StorageError) in
            try database.connection.execute("PRAGMA max_page_count = \(count)")
        }
    }

    /// Whether the connection has an open transaction.
    var isInTransaction: Bool {
        get async throws {
            try await store.perform { (database) throws(StorageError) in database.isInTransaction }
        }
    }
}

/// A record with every kind of column.
struct Home: Record, Equatable {
    enum Kind: String, Codable { case flat, house }
    struct Place: Codable, Equatable {
        var street: String
        var floor: Int?
    }

    var id: Int
    var city = "上海"
    var rent = 3_000.0
    var rooms: UInt8 = 2
    var isFree = true
    var kind = Kind.flat
    var plan: [UInt8] = []
    var place = Place(street: "南京路", floor: nil)
    var tags: [String] = []
    var note: String?
    var size: Double?

    var label: String { "\(city) \(id)" }

    static var indexes: [RecordIndex<Home>] { [RecordIndex(\.city, \.rent)] }
}
