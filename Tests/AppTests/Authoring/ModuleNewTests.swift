import Foundation
import TestSupport
import Testing

@testable import App
@testable import Platform

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A new module` {
    static let files = [
        ".github/workflows/test.yml", ".gitignore", "Package.swift", "README.md", "Sources/Shop/Page+welcome.swift",
        "Sources/Shop/ShopModule.swift", "Tests/ShopTests/ShopTests.swift",
    ]

    @Test func `module new writes a package and prints the next steps`() throws {
        try TemporaryFolder.with { folder in
            let host = try HostProcess.run("module", "new", "Shop", "--path", folder.path)
            #expect(host.exitCode == 0)
            let package = folder.path("Shop")
            #expect(host.lines.first == "Shop was made in \(package); type next:")
            // The host is not on the path, and the steps add its folder.
            let place = Path.folder(of: Path.canonical(BuildProducts.path("switchboard")))
            #expect(
                host.lines.dropFirst() == [
                    "  cd \(package)", "  export PATH=\(place):$PATH",
                    "  export SWITCHBOARD_STORAGE=$(switchboard sdk path --storage)",
                    "  swift test --build-system native",
                    "  swift build --build-system native", "  switchboard module check .build/debug/libShop.so",
                    "  switchboard --modules .build/debug open app://shop/you", "  switchboard module install .",
                ])
            #expect(host.lines.dropFirst(3).allSatisfy { $0.count <= 80 })
            let paths = try FileManager.default.subpathsOfDirectory(atPath: package)
            let found = paths.filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: "\(package)/\(path)", isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
            #expect(found.sorted() == Self.files)
            for path in Self.files {
                let text = try String(contentsOfFile: "\(package)/\(path)", encoding: .utf8)
                #expect(!text.contains("{{NAME}}") && !text.contains("{{PATH}}") && !text.contains("{{SDK}}"))
            }
            // The package names the built SDK if there is one, so that no build or language server compiles the SDK.
            let built = try HostProcess.run("sdk", "path", "--modules").lines.first
            let sdk = try #require(try built ?? HostProcess.run("sdk", "path").lines.first)
            let manifest = try String(contentsOfFile: package + "/Package.swift", encoding: .utf8)
            #expect(manifest.contains("?? \"\(sdk)\""))
        }
    }

    @Test func `the next steps do not change PATH if the host is on it`() throws {
        try TemporaryFolder.with { folder in
            let bin = folder.path("bin")
            try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: bin + "/switchboard", withDestinationPath: BuildProducts.path("switchboard"))
            let host = try HostProcess.run(
                "module", "new", "Shop", "--path", folder.path, environment: ["PATH": "/usr/bin:\(bin)"])
            #expect(!host.output.contains("export PATH") && host.lines.last == "  switchboard module install .")
        }
    }

    @Test func `a new module passes module check without changes`() throws {
        try TemporaryFolder.with { folder in
            try #require(try HostProcess.run("module", "new", "Shop", "--path", folder.path).exitCode == 0)
            let sources = ["ShopModule.swift", "Page+welcome.swift"].map { folder.path("Shop/Sources/Shop/\($0)") }
            try PluginCompiler.swift(sources, module: "Shop", as: "libShop.so", in: folder.path)
            let check = try HostProcess.run("module", "check", folder.path("libShop.so"))
            #expect(check.exitCode == 0, "\(check.output)")
            let page = try HostProcess.run("--modules", folder.path, "open", "app://shop/Lin")
            #expect(page.lines.first == "Welcome, Lin")
        }
    }

    @Test func `module new does not write into an existing folder or below an absent one`() throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("Shop"), withIntermediateDirectories: false)
            let again = try HostProcess.run("module", "new", "Shop", "--path", folder.path)
            #expect(again.exitCode == 1)
            #expect(again.errors.contains("\(folder.path("Shop")) already exists"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("Shop")).isEmpty)
            let nowhere = try HostProcess.run("module", "new", "Shop", "--path", folder.path("none"))
            #expect(nowhere.exitCode == 1)
            #expect(nowhere.errors.contains("No such file or directory"))
        }
    }

    @Test func `a new module in the SDK's checkout names the SDK by a relative path`() throws {
        try TemporaryFolder.with { folder in
            let plugins = folder.path("Plugins/More")
            try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: true)
            let name = try ModuleName("Shop")
            try ModulePackage(name: name, parent: plugins, sdk: folder.path("Sources")).write()
            let manifest = try String(contentsOfFile: plugins + "/Shop/Package.swift", encoding: .utf8)
            #expect(manifest.contains("?? \"../../../Sources\""))
        }
    }

    @Test(arguments: [
        "", "shop", "9Shop", "_Shop", "Sh op", "Shop-1", "../Shop", "Shop/", "Größe", "Shöp",
        String(repeating: "A", count: 65),
    ]) func `a new module's name is refused if it cannot name a type, a file and a symbol`(_ name: String) {
        let error = #expect(throws: Failure.self) { try ModuleName(name) }
        #expect(error?.description.hasPrefix("\"\(name)\" cannot name a module") == true)
    }

    @Test(arguments: ["Type", "Any", "Swift", "ModuleKit", "Page"])
    func `a new module's name is refused if Swift or the SDK uses it`(_ name: String) throws {
        let host = try HostProcess.run("module", "new", name)
        #expect(host.exitCode == 64)
        #expect(host.errors.contains("\(name) is reserved by Swift or the SDK"))
    }

    @Test(arguments: ["A", "Shop", "Shop2", "My_Shop", String(repeating: "A", count: 64)])
    func `a new module's name may have digits, underscores and up to 64 characters`(_ name: String) throws {
        #expect(try ModuleName(name).text == name)
    }
}
