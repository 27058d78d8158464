import Glibc
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The modules, labels, paths and URLs that a line may name.
struct CompletionSource: Sendable {
    /// The name and the state of a module.
    struct InstalledModule: Sendable {
        let name: String
        let state: ModuleState
        /// Whether the module is in the store.
        let isInstalled: Bool
    }

    var routes = RouteTree()
    var modules: @Sendable () -> [InstalledModule] = { [] }
    /// Returns the labels of routes.
    var labels: @Sendable () -> [String] = { [] }
    /// Returns the completions of a path.
    var paths: @Sendable (_ path: String, _ areFolders: Bool) -> [LineCompletion.Choice] = { _, _ in [] }
    /// Returns the parameters beside the path of a URL, with their values if there are a few.
    var query: @Sendable (_ url: String) -> [(name: String, values: [String])] = { _ in [] }
}

extension CompletionSource {
    /// Creates a source of the declarations of modules, for an origin of requests, and of the file system.
    init(_ mediator: Switchboard, _ origin: Origin, _ routes: RouteTree) {
        self.routes = routes
        labels = { mediator.routes.flatMap(\.labels).map(\.name) }
        paths = { Self.paths(for: $0, areFolders: $1) }
        query = { url in
            mediator.queryParameters(of: RouteURL(url), for: origin).map { parameter in
                switch parameter.shape {
                case .alternatives(let texts): (parameter.name, texts)
                case .bool: (parameter.name, ["false", "true"])
                default: (parameter.name, [])
                }
            }
        }
    }

    /// Returns the paths with a beginning; those of folders end in a slash.
    private static func paths(for beginning: String, areFolders: Bool) -> [LineCompletion.Choice] {
        let start = beginning.lastIndex(of: "/").map(beginning.index(after:)) ?? beginning.startIndex
        let (folder, last) = (String(beginning[..<start]), beginning[start...])
        let place = folder.isEmpty ? "." : folder
        guard let open = try? Descriptor(opening: place, O_RDONLY | O_DIRECTORY | O_NONBLOCK),
            let names = try? open.names()
        else { return [] }
        let fitting = names.filter { $0.hasPrefix(last) && (last.hasPrefix(".") || !$0.hasPrefix(".")) }
        let shown = fitting.map { Path.isFolder("\(place)/\($0)") ? $0 + "/" : $0 }
        return shown.filter { !areFolders || $0.hasSuffix("/") }.map {
            LineCompletion.Choice(text: folder + $0, label: $0, isWhole: !$0.hasSuffix("/"))
        }
    }
}

extension CompletionSource.InstalledModule {
    init(_ record: ModuleRecord) {
        self.init(name: record.name, state: record.state, isInstalled: record.source == .store)
    }

    /// Returns whether a command has an effect on the module.
    func fits(_ command: String) -> Bool {
        switch command {
        case "enable": state == .disabled
        case "disable": state != .disabled && state != .shadowed
        case "start": state != .active && state != .disabled && state != .shadowed
        case "stop", "reload", "routes": state == .active || state == .resolved
        case "uninstall", "trust", "verify": isInstalled
        case "why", "info": true
        default: false
        }
    }
}
