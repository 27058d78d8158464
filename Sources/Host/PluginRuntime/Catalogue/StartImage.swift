import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The findings of a start in one file, from which the next start reads everything.
///
/// An image is valid only while every file that it depends on is unchanged, by device, inode, size and times. An image that is
/// not valid or damaged is dropped and made anew. It has the libraries' hashes, which are verified before each library is
/// loaded (Documentation/Decisions/0015).
struct StartImage {
    /// The first bytes of an image; the last of them changes with the format.
    private static let magic = Array("SWIMAGEC".utf8)
    private static let suffix = ".start"
    /// The number of images that are kept, the newest ones: there is one for each way in which the host is started.
    private static let limit = 16

    let cache: CacheFolder
    let name: String
    private let scans: ScanMemory

    /// Creates the image for a host, its SDK, and the folders that it searches; nothing is read yet.
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

    /// Returns the catalogue of the last start, if nothing has changed since.
    func read() -> ModuleCatalogue? {
        guard let bytes = cache.bytes(of: name) else { return nil }
        let body = bytes.dropFirst(Self.magic.count + 8)
        // An image of another version is not damaged.
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

    /// Removes all images, so that every start searches all folders once more.
    static func removeAll(from cache: CacheFolder) {
        for image in cache.names(endingIn: suffix) { cache.remove(image) }
    }

    /// Writes the catalogue of a start, unless a file may have changed meanwhile.
    ///
    /// - Parameter watched: the files that the catalogue depends on, taken before anything was read.
    func write(_ catalogue: ModuleCatalogue, watched: [WatchedFile]) {
        let now = FileIdentity.now()
        let mayChange = { (file: WatchedFile) in
            file.isRecent(at: now) || !file.isUnchanged || FileWriters.exist(of: file.path)
        }
        // A library without an identity would be read and hashed at each load.
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
