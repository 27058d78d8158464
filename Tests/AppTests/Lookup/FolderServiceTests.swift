import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import App

/// A module that asks its web service for any path.
private struct Asker: Module {
    struct Ask: APICall {
        typealias Answer = Payload
        let path: RouteURL
        var method: HTTPMethod
        var service: String { "shop" }
    }

    static let info = ModuleInfo("Asker", "1.0", "Asks").webServices("shop")

    let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] { Call("/asker") { _ in 1 } }

    func answer(at path: String, method: HTTPMethod = .get) async throws -> Payload {
        try await context.send(Ask(path: RouteURL(path), method: method))
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A folder instead of a web service` {
    private func with(
        _ files: [String: String], _ body: (Asker, TemporaryFolder) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("secret", to: "outside.json")
            try FileManager.default.createDirectory(
                atPath: folder.path("shop/items"), withIntermediateDirectories: true)
            for (name, content) in files { try folder.write(content, to: "shop/\(name)") }
            let service = FolderService("shop", in: folder.path("shop"))
            try await body(try await ModuleHarness(Asker.self, resolvers: [service]).module, folder)
        }
    }

    @Test(arguments: [HTTPMethod.get, .post, .put, .delete])
    func `a path is answered from the file of that name, for every method`(method: HTTPMethod) async throws {
        try await with(["items/7.json": #"{"name":"tea"}"#, "items/王.json": "1", "none.json": ""]) { asker, _ in
            let found = try await asker.answer(at: "items/7", method: method)
            #expect(try found.json() == Array(#"{"name":"tea"}"#.utf8))
            #expect(try await asker.answer(at: "items/王", method: method).json() == Array("1".utf8))
            #expect(try await asker.answer(at: "none", method: method).json() == Array("null".utf8))
        }
    }

    @Test(arguments: ["items", "items/8", "items/7/more", "other/7", "", "items/7\u{2215}x"])
    func `a path without a file is answered with status 404`(path: String) async throws {
        try await with(["items/7.json": "1"]) { asker, _ in
            let error = await #expect(throws: RequestError.self) { try await asker.answer(at: path) }
            #expect(error?.status == 404)
        }
    }

    @Test(arguments: ["../outside", "items/../../outside", "items/%2e%2e/outside", ".."])
    func `a path cannot lead out of the folder`(path: String) async throws {
        try await with([:]) { asker, _ in
            await #expect(throws: RequestError.self) { try await asker.answer(at: path) }
        }
    }

    @Test func `links, files past the size limit and files without JSON are errors`() async throws {
        try await with(["broken.json": "{", "large.json": String(repeating: " ", count: 1 << 20) + "1"]) {
            asker, folder in
            let manager = FileManager.default
            let outside = folder.path("outside.json")
            try manager.createSymbolicLink(atPath: folder.path("shop/link.json"), withDestinationPath: outside)
            try manager.createSymbolicLink(atPath: folder.path("shop/out"), withDestinationPath: folder.path)
            for (path, words) in [
                ("link", "symbolic link"), ("out/outside", "404"),
                ("large", "longer than 1 MiB, the call's `sizeLimit`"),
                ("broken", "not JSON"),
            ] {
                let error = await #expect(throws: RequestError.self) { try await asker.answer(at: path) }
                #expect("\(try #require(error))".contains(words), "\(path): \(String(describing: error))")
            }
        }
    }

    @Test func `a folder in a services file is relative to it, and options override the demonstration`() throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("answers/shop"), withIntermediateDirectories: true)
            try folder.write(#"{"shop":"answers/shop"}"#, to: "services.json")
            let file = try WebServices(file: folder.path("services.json"))
            #expect(file.addresses == ["shop": folder.path("answers/shop")])
            let demo = try WebServices(options: ["other=/"], demo: folder.path("answers"))
            #expect(demo.addresses == ["other": "/", "shop": folder.path("answers/shop")])
            let own = try WebServices(options: ["shop=https://shop.example"], demo: folder.path("answers"))
            #expect(own.addresses == ["shop": "https://shop.example"])
        }
    }

    @Test func `a folder can refuse its answers like an offline service, and can answer late`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("1", to: "it.json")
            let offline = FolderService("shop", in: folder.path, isOffline: true)
            let error = await #expect(throws: RequestError.self) {
                try await ModuleHarness(Asker.self, resolvers: [offline]).module.answer(at: "it")
            }
            #expect((error?.cause as? ResolverError)?.code == .offline)
            let late = FolderService("shop", in: folder.path, delay: .milliseconds(200))
            let asker = try await ModuleHarness(Asker.self, resolvers: [late]).module
            let start = ContinuousClock.now
            #expect(try await asker.answer(at: "it").json() == Array("1".utf8))
            #expect(.now - start >= .milliseconds(200))
        }
    }
}
