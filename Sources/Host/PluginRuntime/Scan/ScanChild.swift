import Glibc
@_spi(Host) import ModuleKit

/// The child's side of a scan: it loads one plugin, makes its modules, reports what they declare on one line, and ends.
enum ScanChild {
    /// The command that starts it; it is in no help, for no person types it.
    static let word = "scan-file"

    /// Loads the plugin and reports.
    static func run(file: String) -> ExitCode {
        // Whoever waits for the report may be killed; then nobody else ends a plugin that hangs.
        alarm(UInt32(PluginScan.seconds) + 1)
        let output = PluginChildOutput()
        let code: ExitCode = output.report(report(on: file)) ? .done : .failed
        // What the plugin has registered to be run at the end is not run.
        _exit(code.rawValue)
    }

    private static func report(on file: String) -> ScanReport {
        do {
            let folder = try CheckedFolder.open(Path.folder(of: file))
            let bundle = try PluginBundle.read(Path.name(of: file), in: folder, host: try HostIdentity.current())
            return report(on: DiscoveredPlugin(bundle, file: file, source: .option))
        } catch {
            let refusal = ScanRefusal(
                module: Path.name(of: file), findings: [Finding("file", "\(error)")], remedy: "mend the file",
                isLasting: false)
            return ScanReport(modules: [], refusals: [refusal])
        }
    }

    private static func report(on plugin: DiscoveredPlugin) -> ScanReport {
        let result = PluginLoader.load(plugin)
        var modules: [ScannedModule] = []
        var refusals = result.refusals
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [])
        for factory in result.modules.map(\.factory) {
            let name = factory.info.name
            do {
                let module = try factory.module(context: ModuleContext(name: name, mediator: mediator))
                modules.append(ScannedModule(factory.info, Manifest(module.registration)))
            } catch {
                refusals.append((name, .notStarted(reason: error)))
            }
        }
        return ScanReport(modules: modules, refusals: refusals.map { ScanRefusal(module: $0.module, $0.error) })
    }
}
