@_spi(Host) import ModuleKit

extension HostDescription {
    /// What remotes are told of this host: those of its modules count that run or will.
    init(of modules: [ModuleRecord], locale: String?) {
        let running = modules.filter(\.mayRun).map { ($0.name, $0.version ?? "0.0.0") }
        self.init(
            version: "\(Contract.sdkVersion)", modules: Dictionary(running) { first, _ in first }, locale: locale)
    }
}
