import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The location of the SDK` {
    /// The files of a tree, and its executable; the folders of the SDK's sources and of the built SDK; and the package
    /// on which a module outside the tree depends.
    static let rows: [(has: [String], executable: String, sources: String?, modules: String?, package: String?)] = [
        ([], "bin/switchboard", nil, nil, nil),
        (["Sources"], ".build/debug/switchboard", "Sources", nil, "Sources"),
        (
            ["Sources", ".build/sdk/Sources"], ".build/debug/switchboard", "Sources", ".build/sdk/Sources",
            ".build/sdk/Sources"
        ),
        (
            ["share/switchboard/sdk/Sources"], "lib/switchboard/switchboard", "share/switchboard/sdk/Sources", nil,
            "share/switchboard/sdk/Sources"
        ),
        (
            ["share/switchboard/sdk/Sources", "share/switchboard/sdk/modules/Sources"], "lib/switchboard/switchboard",
            "share/switchboard/sdk/Sources", "share/switchboard/sdk/modules/Sources",
            "share/switchboard/sdk/modules/Sources"
        ),
    ]

    @Test(arguments: rows)
    func `the SDK is found next to the host, and packages outside depend on the built SDK if there is one`(
        _ row: (has: [String], executable: String, sources: String?, modules: String?, package: String?)
    ) throws {
        try TemporaryFolder.with { folder in
            for package in row.has {
                for name in ["Mediator", "ModuleKit"] where !package.contains("modules") && !package.contains(".build")
                {
                    try FileManager.default.createDirectory(
                        atPath: folder.path("\(package)/\(name)"), withIntermediateDirectories: true)
                }
                try FileManager.default.createDirectory(
                    atPath: folder.path(package), withIntermediateDirectories: true)
                try folder.write("", to: package + "/Package.swift")
            }
            let found = SDKLocation.find(from: folder.path(row.executable))
            #expect(found?.sources == row.sources.map(folder.path))
            #expect(found?.modules == row.modules.map(folder.path))
            #expect(found?.package(below: "/elsewhere") == row.package.map(folder.path))
            guard row.has.first == "Sources" else { return }
            // A package inside the checkout depends on the sources, whose path from there is the same on every machine.
            #expect(found?.package(below: folder.path("Plugins")) == folder.path("Sources"))
        }
    }

    @Test func `sdk path --modules prints the built SDK, or fails with a remedy if there is none`() throws {
        let host = try HostProcess.run("sdk", "path", "--modules")
        guard let modules = SDKLocation.find(from: BuildProducts.path("switchboard"))?.modules else {
            #expect(host.exitCode == 1 && host.errors.contains("`make sdk` in a checkout"))
            return
        }
        #expect(host.lines == [modules])
    }
}
