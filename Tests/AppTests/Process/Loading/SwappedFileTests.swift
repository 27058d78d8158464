import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A plugin outside of the store` {
    @Test func `a plugin outside of the store is opened as the file that was checked, not by its path`() throws {
        try TemporaryFolder.with { folder in
            let plugins = folder.path("plugins")
            try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
            try PluginCompiler.c(defining: "SILENT", as: "libSilent.so", in: plugins)
            let mark = folder.path("mark")
            let sdk = ["-Wl,--no-as-needed", "-L", BuildProducts.folder, "-lModuleKit"]
            let marking = ["-DMARKING", "-DENTRY", "-DMARK=\"\(mark)\""]
            try PluginCompiler.c("foreign.c", as: "libSilent.so", marking + sdk, in: folder.path)
            let exposed = folder.path("libSilent.so")
            try #require(chmod(exposed, 0o666) == 0)
            let swapper = try Swapper(exposed, plugins + "/libSilent.so")
            defer { swapper.end() }
            // There is no folder for a store, so the plugin is opened in its own folder.
            for number in 0..<12 {
                let host = try HostProcess.run(
                    "--modules", plugins, "modules",
                    environment: [
                        "LD_PRELOAD": try Samples.oldKernel(version: nil),
                        "XDG_CACHE_HOME": folder.path("cache\(number)"),
                    ])
                #expect(host.exitCode == 0, "\(host.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: mark))
        }
    }

    @Test func `a refused plugin is reported with its own path, and its temporary files are removed`() throws {
        try TemporaryFolder.with { folder in
            let temporary = folder.path("temporary")
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
            for (name, words) in [
                ("Undefined", "\(folder.path)/libUndefined.so: undefined symbol"), ("Crashing", "SIGABRT"),
            ] {
                try PluginCompiler.c(defining: name.uppercased(), as: "lib\(name).so", in: folder.path)
                let check = try HostProcess.run(
                    "module", "check", folder.path("lib\(name).so"), environment: ["TMPDIR": temporary])
                #expect(check.output.contains(words), "\(check.output)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
            }
        }
    }
}

/// Exchanges two files by their names as often as possible, on its own thread.
private final class Swapper: Sendable {
    private let isEnding = Atomic(false)

    init(_ first: String, _ second: String) throws {
        // Swift does not see the system's extensions in its headers.
        let symbol = try #require(dlsym(nil, "renameat2"))
        typealias Exchange =
            @convention(c) (
                CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt
            ) -> CInt
        let exchange = unsafeBitCast(symbol, to: Exchange.self)
        let exchanging: CUnsignedInt = 2
        Thread.detachNewThread { [self] in
            while !isEnding.load(ordering: .relaxed) {
                _ = exchange(AT_FDCWD, first, AT_FDCWD, second, exchanging)
                usleep(50)
            }
        }
    }

    func end() { isEnding.store(true, ordering: .relaxed) }
}
