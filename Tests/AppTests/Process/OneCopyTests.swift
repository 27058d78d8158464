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
}
