import Foundation
@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The start image` {
    /// Changes of files that an image depends on, which make the image invalid.
    static let changes: [(name: String, change: @Sendable (StoreHome) throws -> Void)] = [
        ("a library has another time", { try touch($0.folder.path("plugins/libStumbler.so")) }),
        (
            "a file is added",
            { try "text".write(toFile: $0.folder.path("plugins/x"), atomically: false, encoding: .utf8) }
        ),
        (
            "the stored copy is gone",
            { try FileManager.default.removeItem(atPath: "\($0.store)/\(try $0.entries()[0])") }
        ),
        ("a module is disabled", { try $0.run("module", "disable", "Rent") }),
        ("a module is installed", { try $0.run("module", "install", try Samples.first.get()) }),
        ("it is damaged", { home in for image in try home.cached(".start") { try damage(image) } }),
        ("it is cut", { home in for image in try home.cached(".start") { try cut(image) } }),
    ]

    @Test(arguments: changes) func `a start image is used until a file that it depends on changes`(
        _ row: (name: String, change: @Sendable (StoreHome) throws -> Void)
    ) throws {
        try StoreHome.with { home in
            try home.copy(try Samples.stumbler.get(), to: "plugins/libStumbler.so")
            let (folder, inTree) = (home.folder.path("plugins"), try home.cached(".scan"))
            #expect(try home.state("Stumbler", folder) == "resolved")
            let scan = try #require(try home.cached(".scan").first { !inTree.contains($0) })
            try Condition.wait(for: "an image") {
                _ = try? home.state("Stumbler", folder)
                return (try? home.cached(".start").isEmpty) == false
            }
            // Removes the scan record, so that a start that reads the plugin scans it again.
            func isScannedAgain() throws -> Bool {
                try? FileManager.default.removeItem(atPath: scan)
                #expect(try home.state("Stumbler", folder) == "resolved")
                return FileManager.default.fileExists(atPath: scan)
            }
            #expect(try !isScannedAgain())
            try row.change(home)
            #expect(try isScannedAgain())
        }
    }

    @Test func `a start image records that a module's author isolates it`() throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.isolated.get(), to: "plugins/libSample.so"))
            try Condition.wait(for: "an image") {
                _ = try? home.state("Sample", folder)
                return (try? home.cached(".start").isEmpty) == false
            }
            let lines = ["module isolate Sample --off", "call app://sample/version", "modules"]
            let host = try home.run(["--modules", folder] + lines.flatMap { ["-c", $0] })
            let row = host.lines.first { $0.hasPrefix("Sample ") && $0.contains(" active") }
            #expect(row?.contains("active, isolated") == true, "\(host)")
        }
    }

    @Test func `a start image is kept only when it can identify all files without reading them`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            let folder = home.folder.path("plugins")
            try Condition.wait(for: "an image") {
                _ = try? home.run("--modules", folder, "modules")
                return (try? home.cached(".start").isEmpty) == false
            }
            let search = ModuleSearch(
                options: [folder], environment: ["XDG_DATA_HOME": home.data],
                executableFolder: Path.folder(of: Path.canonical(BuildProducts.path("switchboard"))))
            let image = StartImage(
                search, executable: Path.canonical(BuildProducts.path("switchboard")),
                cache: CacheFolder(path: home.folder.path("cache/switchboard/modules")))
            let modules = try #require(image.read()?.modules)
            #expect(modules.map(\.name).contains("Sample"))
            #expect(modules.allSatisfy { $0.identities.count == 1 + $0.library.bundledLibraries.count })
        }
    }

    @Test func `a start image has the labels of routes and interceptors`() throws {
        var guarding = Registration(owner: "Guard")
        guarding.interceptors = [
            Interceptor("a", onLabelled: "needs-login") { _ in .pass },
            Interceptor("b", on: "/b", onLabelled: "x") { _ in .pass },
        ]
        var late = Registration(owner: "Late")
        late.routes = Open("/late") { _ in Page("Late") }.labelled("needs-login").labelled("centre", "Läte").routes
        let modules = Registration.arrange([guarding, late].map { ($0.owner, Manifest($0)) }).modules
        var writer = FrameEncoder()
        try writer.write(modules)
        var reader = FrameDecoder(writer.bytes)
        let read = try reader.read([Registration].self)
        #expect(reader.isAtEnd)
        #expect(read.map(\.owner) == ["Guard", "Late"])
        #expect(read[1].routes.map(\.pattern) == ["/late"])
        #expect(read[1].routes[0].labels == [RouteLabel("needs-login"), RouteLabel("centre", "Läte")])
        #expect(read[0].interceptors.map(\.label) == ["needs-login", "x"])
        #expect(read[0].interceptors.map(\.patterns) == [[], ["/b"]])
        #expect(read[0].routes.isEmpty && read[1].interceptors.isEmpty)
    }

    @Test func `a start image is never used if a part of it is damaged`() throws {
        try StoreHome.with { home in
            try home.run("modules")
            try Condition.wait(for: "an image") {
                _ = try? home.run("modules")
                return (try? home.cached(".start").isEmpty) == false
            }
            let path = try #require(try home.cached(".start").first)
            let cache = CacheFolder(path: Path.folder(of: path))
            let search = ModuleSearch(
                options: [], environment: ["XDG_DATA_HOME": home.data],
                executableFolder: Path.folder(of: Path.canonical(BuildProducts.path("switchboard"))))
            let image = StartImage(search, executable: Path.canonical(BuildProducts.path("switchboard")), cache: cache)
            #expect(image.name == Path.name(of: path))
            #expect(image.read()?.modules.map(\.name).sorted() == Checkout.modules)
            let whole = try Data(contentsOf: URL(filePath: path))
            var random = SplitMix64(seed: 7)
            for _ in 0..<200 {
                var bytes = whole
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
                try bytes.write(to: URL(filePath: path))
                #expect(image.read() == nil)
            }
            for length in stride(from: 0, to: whole.count, by: 97) {
                try whole.prefix(length).write(to: URL(filePath: path))
                #expect(image.read() == nil)
            }
        }
    }

    @Test func `a damaged start image with a valid checksum does not crash a start`() throws {
        try StoreHome.with { home in
            try Condition.wait(for: "an image") {
                _ = try? home.run("modules")
                return (try? home.cached(".start").isEmpty) == false
            }
            let path = try #require(try home.cached(".start").first)
            let executable = Path.canonical(BuildProducts.path("switchboard"))
            let search = ModuleSearch(
                options: [], environment: ["XDG_DATA_HOME": home.data], executableFolder: Path.folder(of: executable))
            let image = StartImage(search, executable: executable, cache: CacheFolder(path: Path.folder(of: path)))
            let file = Array(try Data(contentsOf: URL(filePath: path)))
            let line = try #require(file.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first)
            let format = String(decoding: line, as: UTF8.self).split(separator: " ").dropLast().joined(separator: " ")
            let seal = FileSeal(format)
            let whole = Array(try #require(seal.content(of: file)))
            var random = SplitMix64(seed: 11)
            var accepted = 0
            for _ in 0..<2_000 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                try Data(seal.bytes(of: bytes)).write(to: URL(filePath: path))
                guard let catalogue = image.read() else { continue }
                accepted += 1
                Self.use(catalogue)
            }
            // A changed text is not invalid by its form, so some of the images are accepted.
            #expect(accepted > 0)
        }
    }

    /// Uses everything in a catalogue that a start uses.
    private static func use(_ catalogue: ModuleCatalogue) {
        let mediator = Switchboard(navigator: RecordingNavigator())
        mediator.declare(catalogue.idleModules, startedBy: NoStarter())
        for text in ["app://rent/list", "app://rent/42", "app://account/session", "app://messages/send", "app://x/y/z"]
        {
            guard let url = try? RouteURL(parsing: text) else { continue }
            _ = mediator.owner(of: url)
            _ = try? mediator.explain(url)
        }
        for module in catalogue.modules { _ = "\(module.info) \(module.library)" }
    }

    private struct NoStarter: ModuleStarter {
        func requestStart(of module: String) async throws {}
        func requestStart(ofSubscriber module: String) async throws {}
        func manifest(of module: String) -> Manifest? { nil }
    }

    private static func touch(_ path: String) throws {
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
    }

    private static func damage(_ path: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: URL(filePath: path))
    }

    private static func cut(_ path: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    }
}
