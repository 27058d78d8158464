import Glibc
package import Platform

/// The stored records of scans, keyed by the hash of the scanned content, so that each content is scanned once. The
/// content of a plugin is all its files together.
///
/// If the cache is removed, everything is scanned again, even contents in quarantine.
package struct ScanCache: Sendable {
    /// The folder of the records; `nil` if nothing can be kept.
    private let cache: CacheFolder?
    /// The header of each record: the format and the build of the SDK. A record with another header is ignored.
    private let seal: FileSeal

    /// - Parameter sdk: the build of the SDK with which contents are scanned.
    package init(cache: CacheFolder?, sdk: String = SDKBuild.current) {
        self.cache = cache
        seal = FileSeal("switchboard-scan 13 \(sdk)")
    }

    /// Returns the record of a content. Scans the content if it does not have a record. `library` is the path of the
    /// plugin's file.
    func record(of content: ContentHash, library: String) -> Result<ScanRecord, PluginProblem> {
        recall(content).map { .success($0) } ?? records(ofNew: [(content, library)])[0]
    }

    /// Scans several contents that do not have a record, and returns their records. The scans may share a process.
    func records(
        ofNew contents: [(content: ContentHash, library: String)]
    ) -> [Result<ScanRecord, PluginProblem>] {
        zip(contents, PluginScan.records(of: contents.map(\.library))).map { source, result in
            switch result {
            case .success(let record):
                if record.isLasting { keep(record, of: source.content) }
                return .success(record)
            case .failure(let error):
                guard error.isLasting else { return .failure(error) }
                return .success(quarantine(source.content, error))
            }
        }
    }

    /// Returns all modules of a content. Scans the content if it does not have a record.
    package func modules(of content: ContentHash, library: String) throws(PluginProblem) -> [ScannedModule] {
        let record = try record(of: content, library: library).get()
        if let fault = record.fault { throw fault }
        guard record.problems.isEmpty else { throw PluginProblem(.scan, record.problemText, remedy: "") }
        return record.modules
    }

    /// Returns the record of a content; `nil` if there is none.
    func recall(_ content: ContentHash) -> ScanRecord? {
        guard let bytes = cache?.content(of: Self.name(content), seal) else { return nil }
        var frame = FrameDecoder(Array(bytes), listLimit: .max)
        return try? frame.read(ScanRecord.self)
    }

    /// Writes a record. If that fails, the content is scanned again the next time.
    func keep(_ record: ScanRecord, of content: ContentHash) {
        var frame = FrameEncoder()
        guard (try? frame.write(record)) != nil else { return }
        try? cache?.write(seal.bytes(of: frame.bytes), to: Self.name(content))
    }

    /// Puts a content into quarantine. The results of its scan are kept, because redaction needs their patterns.
    @discardableResult
    func quarantine(_ content: ContentHash, _ problem: PluginProblem) -> ScanRecord {
        var record = recall(content) ?? ScanRecord()
        record.fault = problem
        keep(record, of: content)
        return record
    }

    /// Takes a content out of quarantine. The content is scanned again if no scan of it ever ended.
    func release(_ content: ContentHash) {
        guard var record = recall(content), record.isScanned else { return forget(content) }
        record.fault = nil
        keep(record, of: content)
    }

    /// Removes a record, so that the content is scanned again.
    func forget(_ content: ContentHash) { cache?.remove(Self.name(content)) }

    private static func name(_ content: ContentHash) -> String { "\(content).scan" }
}
