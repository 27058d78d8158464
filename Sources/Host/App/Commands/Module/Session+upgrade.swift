import ModuleKit
import Platform
import PluginRuntime

extension Session {
    /// Displays how the libraries at a path would replace installed modules, and returns the accepted contents by
    /// library. The user is asked once, unless the command line accepts the replacement.
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
        // In the background, the next line is a command and not an answer.
        let hasPerson = input.isConversation && ShellRequest.current?.isSettled != true
        if hasPerson, case .line("yes") = await input.confirm("Install this build?") { return contents }
        let reason = hasPerson ? "you did not accept it" : "no person is here to accept it"
        throw Failure(
            "contentChanged",
            "\(path) was not installed, because \(reason); repeat the command with `--yes` to "
                + "install it", .refused)
    }

    /// Reports the modules that a refused installation would have isolated, and that stay in the host's process.
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
