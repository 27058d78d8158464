extension Session {
    /// What installs and removes modules.
    func installation() throws(Failure) -> ModuleInstallation {
        guard let store else { throw Failure(StoreError.noDataHome) }
        do {
            return ModuleInstallation(store: store, host: try HostIdentity.current(), scans: scans)
        } catch {
            throw Failure(code: "unreadableHost", message: "\(error)", exitCode: .failed)
        }
    }
}
