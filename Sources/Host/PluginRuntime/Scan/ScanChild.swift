import Glibc
@_spi(Host) import ModuleKit

/// The child's side of a scan: it loads one plugin, reports its modules on one line, and ends.
enum ScanChild {
    /// The command that starts it; it is in no help, for no person types it.
    static let word = "scan-file"

    /// Loads the plugin and reports.
    static func run(file: String) -> ExitCode {
        // Whoever waits for the report may be killed; then nobody else ends a plugin that hangs.
        alarm(UInt32(PluginScan.seconds) + 1)
        return PluginChildOutput().report(report(on: file)) ? .done : .failed
    }

    private static func report(on file: String) -> ScanReport {
        do {
            let folder = try CheckedFolder.open(Path.folder(of: file))
            let bundle = try PluginBundle.read(Path.name(of: file), in: folder, host: try HostIdentity.current())
            let result = PluginLoader.load(DiscoveredPlugin(bundle, file: file, source: .option))
            return ScanReport(
                modules: result.modules.map { ScannedModule($0.factory.info) },
                refusals: result.refusals.map(\.message))
        } catch {
            return ScanReport(modules: [], refusals: ["\(error)"])
        }
    }
}

extension ScannedModule {
    fileprivate init(_ info: ModuleInfo) {
        self.init(name: info.name, version: "\(info.version)", summary: info.summary)
    }
}
