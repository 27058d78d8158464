import ModuleKit
import Platform
import PluginRuntime

extension Session {
    /// Prints which installed modules the libraries at a path would replace, and asks the user once to accept the
    /// replacement. With `isAccepted`, does not ask. Returns the accepted content of each library, keyed by the
    /// library's path; throws if the user does not accept.
    func upgrades(
        at path: String, replacing replaced: [String], isAccepted: Bool, _ installation: ModuleInstallation
    ) async throws(Failure) -> [String: ContentHash] {
        var contents: [String: ContentHash] = [:]
        var modules: [ModuleUpgrade] = []
        for library in try Failure.describing(ModuleInstallation.libraries(at: path)) {
            let upgrade = try Failure.describing(installation.upgrade(to: library, replacing: replaced))
            contents[library] = upgrade?.content
            modules += upgrade?.modules ?? []
        }
        for module in modules { console.report("upgrade", module, text: module.text) }
        guard !modules.isEmpty, !isAccepted else { return contents }
        // A command that continues in the background cannot ask, because the shell reads the next line as a command.
        let hasPerson = input.isConversation && ShellRequest.current?.isSettled != true
        if hasPerson, case .line("yes") = await input.confirm("Install this build?") { return contents }
        let reason = hasPerson ? "you did not accept it" : "no person is here to accept it"
        throw Failure(
            "contentChanged",
            "\(path) was not installed, because \(reason); repeat the command with `--yes` to "
                + "install it", .refused)
    }

    /// Reports, after `module install --isolated` was refused, the installed modules that stay in the host's process.
    func tellOfUnconfined(at path: String) {
        guard let installation = try? installation(), let lock = try? installation.store.lock() else { return }
        let libraries = (try? ModuleInstallation.libraries(at: path)) ?? []
        for module in libraries.flatMap({ (try? installation.modules(in: $0)) ?? [] }).compactMap({ lock[$0] })
        where installation.store.isolation(of: module.name) == nil && !installation.store.isDisabled(module.name)
            && installation.scanned(module)?.info.isIsolated != true
        {
            console.notice(
                "installation",
                "\(module.name) \(module.version) stays in the host's process until `module isolate \(module.name)`")
        }
    }
}
