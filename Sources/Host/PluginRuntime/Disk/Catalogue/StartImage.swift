import Glibc
@_spi(Host) import ModuleKit
import Platform

/// A file with the catalogue of a start. The next start reads the file instead of searching the folders.
///
/// An image is valid only while every file that it depends on has the same device, inode, size and times as before. An
/// invalid or damaged image is replaced. A valid image contains the libraries' hashes, which are verified before each
/// library is loaded (Documentation/Decisions/0015).
struct StartImage {
    /// The header of an image file. The number in the header changes when the format changes.
    private static let seal = FileSeal("switchboard-start 17")
    private static let suffix = ".start"
    /// The largest number of images; the newest are kept. Each combination of host, SDK and folders has an image.
    private static let limit = 16

    /// A file or folder on which an image depends. Its identity is `nil` if the file or folder does not exist.
    typealias WatchedFile = (path: String, identity: FileIdentity?)

    let cache: CacheFolder
    let name: String
    private let scans: ScanCache

    /// Creates the image for a host, its SDK, and the folders that it searches; nothing is read yet.
    init(
        _ search: ModuleSearch, executable: String = Executable.path, sdk: String = SDKBuild.current,
        cache: CacheFolder
    ) {
        let folders = search.folders.map { "\($0.source.rawValue) \($0.path)\n" }
        let key = folders.reduce(sdk + "\n" + executable + "\n", +)
        self.cache = cache
        scans = ScanCache(cache: cache, sdk: sdk)
        name = String(SHA256.hash(Array(key.utf8)).text.prefix(16)) + Self.suffix
    }

    /// Returns the catalogue of the last start, if nothing has changed since.
    func read() -> ModuleCatalogue? {
        guard let content = cache.content(of: name, Self.seal) else { return nil }
        var frame = FrameDecoder(Array(content), listLimit: .max)
        guard let paths = try? frame.read([String].self), let identities = try? frame.read([FileIdentity?].self),
            paths.count == identities.count, zip(paths, identities).allSatisfy({ FileIdentity(at: $0) == $1 })
        else { return nil }
        let catalogue = try? ModuleCatalogue(
            modules: Self.modules(&frame), records: frame.read(), names: Set(frame.read([String].self)),
            idleModules: frame.read(), scans: scans)
        return frame.isAtEnd ? catalogue : nil
    }

    private static func modules(_ frame: inout FrameDecoder) throws -> [ModuleDescriptor] {
        var modules = try frame.read([ModuleDescriptor].self)
        let tested = try frame.read([TestedUses?].self)
        guard tested.count == modules.count else { throw FrameError.malformed }
        for (place, uses) in tested.enumerated() { modules[place].isolation?.tested = uses }
        return modules
    }

    /// Removes all images, so that every start searches all folders again.
    static func removeAll(from cache: CacheFolder) {
        for image in cache.names(endingIn: suffix) { cache.remove(image) }
    }

    /// Writes the catalogue of a start, unless a file may have changed in the meantime. `watched` are the files that
    /// the catalogue depends on, with the identities that they had before anything was read.
    func write(_ catalogue: ModuleCatalogue, watched: [WatchedFile]) {
        let now = FileIdentity.now()
        let mayChange = { (file: WatchedFile) in
            // If a file changed just now, another change may leave its times as they are, and would not be noticed.
            file.identity?.isRecent(at: now) ?? false || FileIdentity(at: file.path) != file.identity
                || File.hasWriters(at: file.path)
        }
        // If the identity of a library is unknown, no image is kept: each load from the image would have to read and
        // hash the library.
        guard !watched.contains(where: mayChange), !catalogue.modules.contains(where: \.identities.isEmpty) else {
            return
        }
        guard let content = try? Self.content(catalogue, watched) else { return }
        try? cache.write(Self.seal.bytes(of: content), to: name)
        for old in cache.names(endingIn: Self.suffix).dropFirst(Self.limit) { cache.remove(old) }
    }

    private static func content(_ catalogue: ModuleCatalogue, _ watched: [WatchedFile]) throws -> [UInt8] {
        var frame = FrameEncoder()
        try frame.write(watched.map(\.path))
        try frame.write(watched.map(\.identity))
        try frame.write(catalogue.modules)
        try frame.write(catalogue.modules.map { $0.isolation?.tested })
        try frame.write(catalogue.records)
        try frame.write(catalogue.names.sorted())
        // The types of routes are left out: requests do not need them, and the scan records contain them.
        try frame.write(
            catalogue.idleModules.map { module in
                var module = module
                for place in module.routes.indices { module.routes[place].remoteTypes = nil }
                return module
            })
        return frame.bytes
    }
}
