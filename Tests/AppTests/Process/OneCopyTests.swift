import Foundation
import TestSupport
import Testing

@testable import PluginRuntime

/// One copy of the SDK in a process is what every cast between host and module stands on.
@Suite(.timeLimit(.minutes(2))) struct `The one copy of the SDK` {
    static let products =
        ["switchboard", "libRemoteLookup.so", "libStorage.so"] + Checkout.modules.map { "lib\($0).so" }

    private func contents(of product: String) throws -> PluginInspection {
        let bytes = try Data(contentsOf: URL(filePath: BuildProducts.path(product)))
        return try PluginInspection(Array(bytes), path: product)
    }

    @Test(arguments: products) func `every product needs the one copy of the SDK and defines none of its types`(
        _ product: String
    ) throws {
        let contents = try contents(of: product)
        #expect(contents.needed.contains("libModuleKit.so"))
        #expect(contents.copiedTypeCount == 0)
    }

    @Test func `the one copy of the SDK is in libModuleKit.so`() throws {
        let contents = try contents(of: "libModuleKit.so")
        #expect(contents.copiedTypeCount > 50)
    }

    @Test(arguments: Checkout.modules) func `no module has another copy of the SDK in it`(
        _ module: String
    ) throws {
        let library = "lib\(module).so"
        let contents = try contents(of: library)
        #expect(contents.entryPoints.map(\.module) == [module])
        for other in Checkout.modules where other != module {
            #expect(!contents.needed.contains("lib\(other).so"))
        }
    }

    @Test func `no module's source names another module`() throws {
        let modules = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Modules").standardizedFileURL.path(percentEncoded: false)
        let files = try #require(FileManager.default.enumerator(atPath: modules))
        for case let file as String in files where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: modules + "/" + file, encoding: .utf8)
            let imports = text.split(separator: "\n").filter { $0.contains("import ") && !$0.hasPrefix("//") }
            for module in Checkout.modules + ["App", "PluginRuntime", "Platform"] {
                #expect(!imports.contains { $0.hasSuffix("import \(module)") }, "\(file)")
            }
        }
    }
}
