import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
package import Platform

/// What is known of a content from its scan: what its modules declare, and why it is in quarantine.
struct ScanRecord: Sendable, Equatable, Codable {
    /// `nil` if no scan came to its end.
    var report: ScanReport?
    /// Why it is in quarantine: it crashed, hung, or ended the process, in its scan or later.
    var fault: PluginProblem?
}

/// The content of a record's file, behind a line with its checksum.
private struct ScanDocument: Codable {
    /// Changed with what a record holds: one of another format is as good as none.
    static let format = 8

    let format: Int
    let sdk: String
    let record: ScanRecord
}

extension ScanRecord {
    /// Reads a record; `nil` where it is damaged, or from another host.
    init?(_ bytes: [UInt8], sdk: String) {
        guard let end = bytes.firstIndex(of: Self.newline), case let body = bytes[(end + 1)...],
            bytes[..<end] == Self.sum(body),
            let document = try? JSONDecoder().decode(ScanDocument.self, from: Data(body)),
            document.format == ScanDocument.format, document.sdk == sdk
        else { return nil }
        self = document.record
    }

    /// Whether bytes are as some host wrote them.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.firstIndex(of: newline) else { return false }
        return bytes[..<end] == sum(bytes[(end + 1)...])
    }

    func bytes(sdk: String) -> [UInt8]? {
        let document = ScanDocument(format: ScanDocument.format, sdk: sdk, record: self)
        guard let body = (try? JSONEncoder().encode(document)).map(Array.init) else { return nil }
        return Self.sum(body[...]) + [Self.newline] + body
    }

    private static let newline = UInt8(ascii: "\n")

    private static func sum(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        ArraySlice("\(Checksum.of(body))".utf8)
    }
}

/// What scans found, kept by the hash of what was scanned: a content is scanned once.
///
/// It is a cache: without it everything is scanned once more, also what is in quarantine.
package struct ScanMemory: Sendable {
    /// The folder of the records; `nil` where nothing can be kept.
    package let cache: CacheFolder?
    /// The build of the SDK with which contents are scanned.
    var sdk = SDKBuild.current

    package init(cache: CacheFolder?, sdk: String = SDKBuild.current) {
        self.cache = cache
        self.sdk = sdk
    }

    /// What is known of a content; it is scanned where nothing is.
    ///
    /// - Parameter library: the plugin's file.
    func record(of content: ContentHash, library: String) -> Result<ScanRecord, PluginProblem> {
        recall(content).map { .success($0) } ?? records(ofNew: [(content, library)])[0]
    }

    /// What is known of several contents that nothing was known of; they are scanned together.
    func records(
        ofNew contents: [(content: ContentHash, library: String)]
    ) -> [Result<ScanRecord, PluginProblem>] {
        zip(contents, PluginScan().reports(files: contents.map(\.library))).map { source, result in
            switch result {
            case .success(let report):
                let record = ScanRecord(report: report)
                if report.isLasting { keep(record, of: source.content) }
                return .success(record)
            case .failure(let error):
                guard error.isLasting else { return .failure(error) }
                return .success(quarantine(source.content, error))
            }
        }
    }

    /// All modules of a content, as `record(of:library:)` has them.
    package func modules(of content: ContentHash, library: String) throws(PluginProblem) -> [ScannedModule] {
        let record = try record(of: content, library: library).get()
        if let fault = record.fault { throw fault }
        let (modules, refusals) = (record.report?.modules ?? [], record.report?.refusals ?? [])
        guard refusals.isEmpty else {
            throw PluginProblem(.scan, refusals.map(\.description).joined(separator: "; "), remedy: "")
        }
        return modules
    }

    /// What is known of a content.
    func recall(_ content: ContentHash) -> ScanRecord? {
        guard let bytes = cache?.bytes(of: Self.name(content)) else { return nil }
        if let record = ScanRecord(bytes, sdk: sdk) { return record }
        if !ScanRecord.isWhole(bytes) { cache?.setAside(Self.name(content), because: "its checksum is another") }
        return nil
    }

    /// Keeps what was found; what cannot be written is scanned again another time.
    func keep(_ record: ScanRecord, of content: ContentHash) {
        guard let bytes = record.bytes(sdk: sdk) else { return }
        try? cache?.write(bytes, to: Self.name(content))
    }

    /// Puts a content into quarantine; what a scan reported on it stays known, since its URLs may hold sensitive values.
    @discardableResult
    func quarantine(_ content: ContentHash, _ problem: PluginProblem) -> ScanRecord {
        let record = ScanRecord(report: recall(content)?.report, fault: problem)
        keep(record, of: content)
        return record
    }

    /// Takes a content out of quarantine; it is scanned once more if no scan reported on it.
    func release(_ content: ContentHash) {
        guard let report = recall(content)?.report else { return forget(content) }
        keep(ScanRecord(report: report), of: content)
    }

    /// Forgets what was found, so that it is scanned once more.
    func forget(_ content: ContentHash) { cache?.remove(Self.name(content)) }

    private static func name(_ content: ContentHash) -> String { "\(content).scan" }
}
