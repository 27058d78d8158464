import Foundation
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Scans and builds of the SDK` {
    private static let record = ScanRecord(
        modules: [
            ScannedModule(
                info: ModuleInfo("A", "1.2.3", "one").requires("B", "1.0"..<"2.0").webServices("w").isolated(),
                manifest: Manifest(Registration(owner: "A")))
        ], problems: ["B": .disabled], fault: .notAwaited)
    private static let content = SHA256.hash([])

    @Test func `a scan record of another SDK build with the same version is not used`() throws {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path)
            let (first, second) = (ScanCache(cache: cache, sdk: "0.2.0 a"), ScanCache(cache: cache, sdk: "0.2.0 b"))
            first.keep(Self.record, of: Self.content)
            #expect(first.recall(Self.content) == Self.record)
            #expect(second.recall(Self.content) == nil)
        }
    }

    @Test func `each build of the SDK has its own start image`() {
        let search = ModuleSearch(options: [], environment: [:], executableFolder: "/")
        let names = ["0.2.0 a", "0.2.0 b"].map { sdk in
            StartImage(search, executable: "/host", sdk: sdk, cache: CacheFolder(path: "/")).name
        }
        #expect(Set(names).count == 2)
    }

    @Test func `a build of the SDK is identified by the file identity of its library`() throws {
        let file = try #require(FileIdentity(at: BuildProducts.path("libModuleKit.so")))
        let identity = "\(file.device) \(file.inode) \(file.size) \(file.modified) \(file.changed)"
        #expect(SDKBuild.current == "\(Contract.sdkVersion) \(identity)")
    }

    @Test func `a host with another build of the SDK scans a plugin again`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.stumbler.get(), to: "plugins/libStumbler.so")
            let folder = home.folder.path("plugins")
            try home.run("--modules", folder, "modules")
            let scan = try #require(try home.cached(".scan").first)
            // As if another build of the SDK with the same version had written the record.
            var record = try Data(contentsOf: URL(filePath: scan))
            let build = try #require(record.firstRange(of: Data(SDKBuild.current.utf8)))
            record.replaceSubrange(build, with: Data("\(Contract.sdkVersion) other".utf8))
            try record.write(to: URL(filePath: scan))
            for image in try home.cached(".start") { try FileManager.default.removeItem(atPath: image) }
            try home.run("--modules", folder, "modules")
            let again = try Data(contentsOf: URL(filePath: scan))
            #expect(again.firstRange(of: Data(SDKBuild.current.utf8)) != nil)
        }
    }
}
