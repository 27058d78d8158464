@_spi(Host) import ModuleKit

extension HostDescription {
    /// What remotes are told of this host.
    ///
    /// - Parameter modules: those that run or will, with their versions.
    init(of modules: [String: String], locale: String?) {
        self.init(version: "\(Contract.sdkVersion)", modules: modules, locale: locale)
    }
}
