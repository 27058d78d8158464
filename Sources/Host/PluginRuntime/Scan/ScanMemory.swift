import Glibc
@_spi(Host) import ModuleKit

/// What scans found, kept by the hash of what was scanned: a content is scanned once.
///
/// It is a cache: without it everything is scanned once more, also what is in quarantine.
struct ScanMemory: Sendable {
    /// The folder of the records; `nil` where nothing can be kept.
    let cache: CacheFolder?
    /// The build of the SDK with which contents are scanned.
    var sdk = SDKBuild.current

    /// What is known of a content; it is scanned where nothing is.
    ///
    /// - Parameter library: the plugin's file.
    func record(of content: ContentHash, library: String) -> Result<ScanRecord, ScanError> {
        if let known = recall(content) { return .success(known) }
        do throws(ScanError) {
            let report = try PluginScan().report(file: library)
            if report.isLasting { keep(.report(report), of: content) }
            return .success(.report(report))
        } catch {
            guard error.isLasting else { return .failure(error) }
            keep(.quarantine(error), of: content)
            return .success(.quarantine(error))
        }
    }

    /// All modules of a content, as `record(of:library:)` has them.
    func modules(of content: ContentHash, library: String) throws(ScanError) -> [ScannedModule] {
        switch try record(of: content, library: library).get() {
        case .quarantine(let fault): throw fault
        case .report(let report):
            guard report.refusals.isEmpty else { throw .refused(report.refusals.map(\.message)) }
            return report.modules
        }
    }

    /// What is known of a content.
    func recall(_ content: ContentHash) -> ScanRecord? {
        guard let bytes = cache?.bytes(of: Self.name(content)) else { return nil }
        return ScanRecord(bytes, sdk: sdk)
    }

    /// Keeps what was found; what cannot be written is scanned again another time.
    func keep(_ record: ScanRecord, of content: ContentHash) {
        guard let bytes = record.bytes(sdk: sdk) else { return }
        cache?.write(bytes, to: Self.name(content))
    }

    /// Forgets what was found, so that it is scanned once more.
    func forget(_ content: ContentHash) { cache?.remove(Self.name(content)) }

    private static func name(_ content: ContentHash) -> String { "\(content).scan" }
}
