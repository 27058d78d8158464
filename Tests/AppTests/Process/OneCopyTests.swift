import Foundation
import TestSupport
import Testing

@testable import PluginRuntime

/// Casts between host and modules work only with one copy of the SDK in the process.
@Suite(.timeLimit(.minutes(2))) struct `The one copy of the SDK` {
    static let products =
        ["switchboard", "libRemoteLookup.so", "libStorage.so"] + Checkout.modules.map { "lib\($0).so" }

    private func contents(of product: String) throws -> PluginInspection {
        let bytes = try Data(contentsOf: URL(filePath: BuildProducts.path(product)))
        return try PluginInspection(Array(bytes), path: product)
    }

    @Test(arguments: products) func `every product links libModuleKit.so and defines none of its types`(
        _ product: String
    ) throws {
        let contents = try contents(of: product)
        #expect(contents.needed.contains("libModuleKit.so"))
        #expect(contents.copiedTypeCount == 0)
    }

    @Test func `libModuleKit.so defines the types of the SDK`() throws {
        let contents = try contents(of: "libModuleKit.so")
        #expect(contents.copiedTypeCount > 50)
    }

    @Test(arguments: Checkout.modules) func `a module's library has one module and does not link another module`(
        _ module: String
    ) throws {
        let library = "lib\(module).so"
        let contents = try contents(of: library)
        #expect(contents.entryPoints.map(\.module) == [module])
        for other in Checkout.modules where other != module {
            #expect(!contents.needed.contains("lib\(other).so"))
        }
    }

    @Test func `no module's source imports another module or the host`() throws {
        let modules = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Modules").standardizedFileURL.path(percentEncoded: false)
        let files = try #require(FileManager.default.enumerator(atPath: modules))
        for case let file as String in files where file.split(separator: "/").dropFirst().first == "Sources" {
            guard file.hasSuffix(".swift") else { continue }
            let text = try String(contentsOfFile: modules + "/" + file, encoding: .utf8)
            let imports = text.split(separator: "\n").filter { $0.contains("import ") && !$0.hasPrefix("//") }
            for module in Checkout.modules + ["App", "PluginRuntime", "Platform"] {
                #expect(!imports.contains { $0.hasSuffix("import \(module)") }, "\(file)")
            }
        }
    }
}
