import TestSupport
import Testing

@Suite struct `The list of routes` {
    @Test func `has the interceptors in their order, and rewrites with their use`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let host = try HostProcess.run(
                "--modules", folder.path, input: "app://probe/before/anyone\nroutes Probe\nroutes Account\n")
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.contains("REWRITE            TO          DEPRECATED FROM  USED  MODULE"))
            #expect(host.lines.contains("/probe/before/:to  /probe/:to  2026-01-01       1     Probe"))
            #expect(host.lines.contains("Account.session  /account/profile"))
        }
    }
}
