@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    static let moduleWhy = Command(
        name: "module why", words: "NAME", summary: "show why a module does not run, and what to do", need: .modules
    ) { session, arguments throws(Failure) in
        let name = arguments.words[0]
        let records = try await session.records(of: name)
        let isStored = records.contains { $0.source == .store && $0.failedUpdate == nil }
        let reason = session.store?.reason(of: name).map {
            "is disabled, since it could not be isolated: \($0); once its patterns fit, isolate and enable it; "
                + "or, if you trust it, \(session.running(keptOut: name))"
        }
        let change = isStored ? change(of: name, in: session) : nil
        let lines = records.map { text(of: $0, reason) } + [change].compactMap(\.self)
        return try session.console.show("why", records, text: lines.joined(separator: "\n"))
    }

    /// Returns a sentence about the difference between an installed module and its source file; `nil` if they are equal
    /// or the source cannot be read.
    private static func change(of name: String, in session: Session) -> String? {
        guard let installation = try? session.installation(), let module = try? installation.store.lock()[name],
            module.trust != .offered, let change = try? installation.change(of: module)
        else { return nil }
        let accept = "`switchboard module install \(ShellWords.quote(module.source))` installs it"
        return PlainText.line("its source \(module.source) has changed since it was installed: \(change); \(accept)")
    }

    private static func text(of record: ModuleRecord, _ reason: String?) -> String {
        let left = record.left.map { left in
            "\n  left    \(left.words); at 8, the host stops the module\n"
                + "  to do   end the code of \(record.name) when it is cancelled; a restart of the host ends it"
        }
        return words(record, reason) + (left ?? "")
    }

    /// Returns the state of a module, and what the user can do.
    ///
    /// - Parameter reason: the text for a module that is disabled because it could not be isolated.
    private static func words(_ record: ModuleRecord, _ reason: String?) -> String {
        if let text = record.text {
            let content = record.content.map { "\n  SHA-256  \($0)" } ?? ""
            return "\(PlainText.line(record.name)) is \(record.state.rawValue)\(content)\n\(text)"
        }
        if let fault = record.failedUpdate {
            let state = record.state == .active || record.state == .degraded ? "runs" : "is \(record.state.rawValue)"
            let details = fault.details(in: record.file)
            return "\(PlainText.line(record.name)) \(state) as before; its update was not applied\n\(details)"
        }
        let state =
            switch record.state {
            case .active: "runs"
            case .degraded: "is degraded: it runs, but some of its code did not end in time"
            case .elsewhere: "runs elsewhere: on \(record.file); this host does not run it itself"
            case .stopped: "was stopped; `module start \(record.name)` starts it"
            case .disabled where reason != nil:
                reason ?? ""
            case .disabled:
                "is disabled, or left out by --without; type `module enable \(record.name)`, or leave out --without"
            default: "is ready (\(record.state.rawValue)); a request that needs it loads it"
            }
        return PlainText.line("\(record.name) \(record.version ?? "") \(state)")
    }
}
