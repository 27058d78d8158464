import Glibc
@_spi(Host) import ModuleKit
import Platform

/// What a start found, in one file, so that the next start reads that and nothing else.
///
/// It is believed only as long as every file that it depends on is as it was, by device, inode, size and times; it is
/// otherwise dropped and made anew, and so is one that is damaged. The libraries' hashes are in it, and are verified
/// before each is loaded (Documentation/Decisions/0015).
struct StartImage {
    /// Changed with what is in an image.
    private static let magic = Array("SWIMAGEC".utf8)
    private static let suffix = ".start"
    /// How many are kept: one for each way in which the host is started, the newest of them.
    private static let limit = 16

    let cache: CacheFolder
    let name: String
    private let scans: ScanMemory

    /// The image of a host that is started in one way.
    init(
        _ search: ModuleSearch, executable: String = Executable.path, sdk: String = SDKBuild.current,
        cache: CacheFolder
    ) {
        let folders = search.folders.map { "\($0.source.rawValue) \($0.path)\n" }
        let key = ([sdk + "\n", executable + "\n"] + folders).joined()
        self.cache = cache
        scans = ScanMemory(cache: cache, sdk: sdk)
        name = String(SHA256.hash(Array(key.utf8)).text.prefix(16)) + Self.suffix
    }

    /// What the last start found, if nothing has changed since.
    func read() -> ModuleCatalogue? {
        guard let bytes = cache.bytes(of: name) else { return nil }
        let body = bytes.dropFirst(Self.magic.count + 8)
        // One of another version is no damage.
        let isOther = bytes.starts(with: Self.magic.dropLast()) && !bytes.starts(with: Self.magic)
        do throws(ImageReader.Fault) {
            var head = ImageReader(bytes.dropFirst(Self.magic.count))
            guard bytes.starts(with: Self.magic), try head.number() == Checksum.of(body) else {
                if !isOther { cache.setAside(name, because: "its checksum is another") }
                return nil
            }
            var reader = ImageReader(body)
            let watched = try reader.list { (reader: inout ImageReader) throws(ImageReader.Fault) in
                try reader.watchedFile()
            }
            guard watched.allSatisfy(\.isUnchanged) else { return nil }
            let catalogue = try reader.catalogue(scans)
            return reader.isAtEnd ? catalogue : nil
        } catch {
            cache.setAside(name, because: "it is too short")
            return nil
        }
    }

    /// Has every start look at everything once more.
    static func removeAll(from cache: CacheFolder) {
        for image in cache.names(endingIn: suffix) { cache.remove(image) }
    }

    /// Keeps what a start found.
    ///
    /// - Parameter watched: what it depends on, looked at before anything was read.
    func write(_ catalogue: ModuleCatalogue, watched: [WatchedFile]) {
        let now = FileIdentity.now()
        let mayChange = { (file: WatchedFile) in
            file.isRecent(at: now) || !file.isUnchanged || FileWriters.exist(of: file.path)
        }
        // Without what tells a file from a later one, each load would read and hash it.
        guard !watched.contains(where: mayChange), !catalogue.modules.contains(where: \.identities.isEmpty) else {
            return
        }
        var body = ImageWriter()
        body.write(watched) { $0.write($1) }
        body.write(catalogue)
        var head = ImageWriter()
        head.write(Checksum.of(body.bytes[...]))
        try? cache.write(Self.magic + head.bytes + body.bytes, to: name)
        for old in cache.names(endingIn: Self.suffix).dropFirst(Self.limit) { cache.remove(old) }
    }
}

extension ImageWriter {
    fileprivate mutating func write(_ catalogue: ModuleCatalogue) {
        write(catalogue.modules) { $0.write($1) }
        write(catalogue.records) { $0.write($1) }
        write(catalogue.names.sorted()) { $0.write($1) }
        write(catalogue.idleModules) { $0.write($1) }
    }
}

extension ImageReader {
    fileprivate mutating func catalogue(_ scans: ScanMemory) throws(Fault) -> ModuleCatalogue {
        let modules = try list { (reader: inout ImageReader) throws(Fault) in try reader.module() }
        let records = try list { (reader: inout ImageReader) throws(Fault) in try reader.record() }
        let names = try list { (reader: inout ImageReader) throws(Fault) in try reader.text() }
        let idle = try list { (reader: inout ImageReader) throws(Fault) in try reader.idleModule() }
        return ModuleCatalogue(modules: modules, records: records, names: Set(names), idleModules: idle, scans: scans)
    }
}
