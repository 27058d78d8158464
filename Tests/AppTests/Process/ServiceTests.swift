import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A service between two libraries` {
    private static let libraries = ["libCouponInterface.so", "libCoupons.so", "libCheckout.so"]

    /// The packages Coupons and Checkout in `Plugins`, and the interface that both link; built once.
    private static let products = Result { () throws -> String in
        let folder = BuildProducts.path("test-plugins")
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.package("CouponInterface", in: folder)
        for plugin in ["Coupons", "Checkout"] {
            try PluginCompiler.package(plugin, linking: "CouponInterface", in: folder)
        }
        return folder
    }

    /// Runs the body with a new folder that contains the libraries.
    private func withPlugins(_ body: (TemporaryFolder) throws -> Void) throws {
        let products = try Self.products.get()
        try TemporaryFolder.with { folder in
            for library in Self.libraries {
                try FileManager.default.copyItem(atPath: "\(products)/\(library)", toPath: folder.path(library))
            }
            try body(folder)
        }
    }

    @Test func `two plugins share a service by a protocol of an interface library, which is loaded once`() throws {
        try withPlugins { folder in
            let host = try HostProcess.run(
                "--modules", folder.path, "open", "app://checkout/1", environment: ["LD_DEBUG": "files"])
            #expect(host.exitCode == 0)
            #expect(host.lines.contains("  Best coupon: ¥500 off"))
            #expect(host.lines.contains("  To pay: ¥6300"))
            let loads = host.errorLines.filter {
                $0.contains("calling init:") && $0.hasSuffix("/libCouponInterface.so")
            }
            #expect(loads.count == 1)
            #expect(loads.allSatisfy { !$0.contains(BuildProducts.folder) }, "\(loads)")
        }
    }

    @Test func `an event of one library is received as another module's own type`() throws {
        try withPlugins { folder in
            let host = try HostProcess.run(
                "--modules", folder.path,
                input: """
                    call app://coupons/redeem --body '{"code":"SPRING500","rent":6800}'
                    app://checkout/1
                    """)
            #expect(host.errors.isEmpty)
            #expect(host.lines.contains("  Best coupon: ¥300 off"))
            #expect(host.lines.contains("Coupons have saved you ¥500 so far."))
        }
    }

    @Test func `an interface library is neither reported as refused nor listed as a module`() throws {
        try withPlugins { folder in
            let host = try HostProcess.run("--modules", folder.path, "modules")
            #expect(host.errors.isEmpty)
            let modules = host.lines.dropFirst().map { String($0.prefix { $0 != " " }) }
            #expect(modules == (Checkout.modules + ["Checkout", "Coupons"]).sorted())
        }
    }

    @Test func `an interface library that no plugin needs is refused with a remedy`() throws {
        try TemporaryFolder.with { folder in
            let library = "libCouponInterface.so"
            try FileManager.default.copyItem(
                atPath: "\(try Self.products.get())/\(library)", toPath: folder.path(library))
            let host = try HostProcess.run("--modules", folder.path, "modules")
            #expect(host.output.contains("libCouponInterface.so was not loaded"))
            #expect(host.output.contains("found a library without a module that no plugin next to it needs"))
            #expect(host.output.contains("put it next to the plugin that needs it"))
        }
    }

    @Test func `a plugin is refused if its interface library is missing`() throws {
        try withPlugins { folder in
            try FileManager.default.removeItem(atPath: folder.path("libCouponInterface.so"))
            let host = try HostProcess.run("--modules", folder.path, "modules")
            #expect(host.output.contains("Coupons was not loaded"))
            #expect(host.output.contains("libCouponInterface.so"))
        }
    }

    @Test func `a refused interface library keeps out the plugins that need it`() throws {
        try withPlugins { folder in
            try PluginCompiler.c(
                defining: "OWN_SDK_ONLY", as: "libCouponInterface.so", needsSDK: false, in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, "modules")
            #expect(host.output.contains("libCouponInterface.so was not loaded"))
            for library in ["libCoupons.so", "libCheckout.so"] {
                #expect(host.output.contains("\(library) was not loaded"))
            }
            #expect(host.output.contains("in a library that a plugin needs"))
        }
    }

    @Test func `a plugin with its own copy of an interface is refused`() throws {
        try withPlugins { folder in
            try PluginCompiler.package(
                "CouponInterface", as: "libZCopier.so", with: "Copier.swift", in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, "modules")
            #expect(host.output.contains("Copier was not loaded"))
            #expect(host.output.contains("which libCouponInterface.so also has"))
            #expect(host.lines.contains { $0.hasPrefix("Coupons") && $0.contains("resolved") })
        }
    }

    @Test func `a service is not found by another copy of its protocol, and the error has a remedy`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift(
                "Trap.swift", as: "libGiver.so", module: "Giver", defining: "GIVER", in: folder.path)
            try PluginCompiler.swift("Trap.swift", as: "libTaker.so", module: "Taker", in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, "call", "app://taker/take")
            #expect(host.exitCode == 1)
            #expect(host.errors.contains("Giver's book 1.0.0 is offered as Giver.SharedBook"))
            #expect(host.errors.contains("was taken as Taker.SharedBook"))
            #expect(host.errors.contains("put the type into an interface package with a dynamic product"))
        }
    }
}
