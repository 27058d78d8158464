import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
package import Platform

/// The knowledge about a content: the declarations of its modules, and the problem that put it into quarantine.
struct ScanRecord: Sendable, Equatable, Codable {
    /// The report of the scan; `nil` if no scan came to its end.
    var report: ScanReport?
    /// The problem that put the content into quarantine: a crash, a hang, or an exit, in its scan or later.
    var fault: PluginProblem?
}

/// The records of scans, by the hash of the scanned content: each content is scanned once.
///
/// This is a cache: without it everything is scanned once more, even contents in quarantine.
package struct ScanCache: Sendable {
    /// The folder of the records; `nil` if nothing can be kept.
    package let cache: CacheFolder?
    /// The build of the SDK with which contents are scanned.
    var sdk = SDKBuild.current

    package init(cache: CacheFolder?, sdk: String = SDKBuild.current) {
        self.cache = cache
        self.sdk = sdk
    }

    /// A record of another format, or of another build of the SDK, is as good as none.
    private var seal: FileSeal { FileSeal("switchboard-scan 10 \(sdk)") }

    /// Returns the record of a content, which is scanned if there is none.
    ///
    /// - Parameter library: the path of the plugin's file.
    func record(of content: ContentHash, library: String) -> Result<ScanRecord, PluginProblem> {
        recall(content).map { .success($0) } ?? records(ofNew: [(content, library)])[0]
    }

    /// Scans several contents without a record together, and returns their records.
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

    /// Returns all modules of a content, which is scanned if there is no record.
    package func modules(of content: ContentHash, library: String) throws(PluginProblem) -> [ScannedModule] {
        let record = try record(of: content, library: library).get()
        if let fault = record.fault { throw fault }
        let (modules, refusals) = (record.report?.modules ?? [], record.report?.refusals ?? [])
        guard refusals.isEmpty else {
            throw PluginProblem(.scan, refusals.map(\.description).joined(separator: "; "), remedy: "")
        }
        return modules
    }

    /// Returns the record of a content; `nil` if there is none.
    func recall(_ content: ContentHash) -> ScanRecord? {
        cache?.content(of: Self.name(content), seal).flatMap {
            try? JSONDecoder().decode(ScanRecord.self, from: Data($0))
        }
    }

    /// Keeps what was found; a record that cannot be written is scanned again another time.
    func keep(_ record: ScanRecord, of content: ContentHash) {
        guard let json = try? JSONEncoder().encode(record) else { return }
        try? cache?.write(seal.bytes(of: Array(json)), to: Self.name(content))
    }

    /// Puts a content into quarantine, with the report of its scan, whose patterns are still needed for redaction.
    @discardableResult
    func quarantine(_ content: ContentHash, _ problem: PluginProblem) -> ScanRecord {
        let record = ScanRecord(report: recall(content)?.report, fault: problem)
        keep(record, of: content)
        return record
    }

    /// Takes a content out of quarantine; it is scanned once more if it has no report.
    func release(_ content: ContentHash) {
        guard let report = recall(content)?.report else { return forget(content) }
        keep(ScanRecord(report: report), of: content)
    }

    /// Removes a record, so that the content is scanned once more.
    func forget(_ content: ContentHash) { cache?.remove(Self.name(content)) }

    private static func name(_ content: ContentHash) -> String { "\(content).scan" }
}
