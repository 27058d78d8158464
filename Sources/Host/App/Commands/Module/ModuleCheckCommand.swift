@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    /// `module check FILE`: checks a plugin, in a separate process, as a host does before it runs the plugin's modules.
    static let moduleCheck = Command(
        name: "module check", words: "FILE",
        summary: "check a library; --stub answers for other modules, --service for web services",
        need: .nothing
    ) { session, arguments throws(Failure) in
        var check = PluginCheck(host: try session.host())
        _ = try CheckedOthers.read(session.checkWords[...])
        check.words = session.checkWords
        let results = check.run(file: arguments.words[0])
        var table = TextTable("CHECK", "RESULT", "DETAIL")
        for result in results { table.add(result.check, result.verdict.rawValue, result.detail) }
        try session.console.show("checks", results, table)
        if results.allSatisfy({ $0.verdict == .pass || $0.verdict == .warning }) { return .done }
        return results.allSatisfy(\.isTakeable) ? .failed : .refused
    }
}

/// The stubs and web services that answer the checked modules' requests, encoded as arguments for the separate process.
enum CheckedOthers {
    /// Returns the arguments for the process of the check.
    ///
    /// `services` may come from the configuration, and `named` has the values of `--service`. A service in a folder is
    /// always passed on. A service with a URL would give the checked code access to the network, so it is passed on
    /// only if `named` contains it.
    static func words(stubs: String?, services: [String: String], named: [String]) -> [String] {
        let open = services.filter { name, address in
            address.hasPrefix("/") || named.contains { $0.hasPrefix(name + "=") }
        }
        return [stubs.map(Path.absolute) ?? ""] + open.map { "\($0)=\($1)" }
    }

    /// Returns the files that the arguments name, and whether a web service needs the network.
    static func needs(_ words: ArraySlice<String>) -> (files: [String], network: Bool) {
        let addresses = words.dropFirst().map { String($0.drop { $0 != "=" }.dropFirst()) }
        let files = (words.prefix(1) + addresses).filter { $0.hasPrefix("/") }
        return (files, addresses.contains { !$0.hasPrefix("/") })
    }

    /// Returns the stubs and web services that the arguments name.
    static func read(_ words: ArraySlice<String>) throws(Failure) -> (stubs: [Route], resolvers: [any Resolver]) {
        let services = try WebServices(options: Array(words.dropFirst())).addresses
        let lookup = LookupConfiguration(services: services, usesRemotes: false, allowsInsecure: true)
        let stubs = try words.first.flatMap { $0.isEmpty ? nil : $0 }.map { path throws(Failure) in
            try StubFile(path: path).routes
        }
        return (stubs ?? [], try lookup.resolvers())
    }
}
