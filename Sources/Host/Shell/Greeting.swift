@_spi(Host) import ModuleKit

/// What a person reads at the start of the shell: what is there, and what to type first.
enum Greeting {
    static func text(_ session: Session) async -> String {
        let names = await session.runtime.records.filter(\.mayRun).map(\.name)
        let modules = names.isEmpty ? "no modules" : names.joined(separator: ", ")
        let example = session.mediator.routes.first {
            $0.verb == .open && $0.access == .public && $0.pattern.hasPrefix("/")
                && !$0.pattern.contains(where: ":*(".contains)
        }
        let advice = example.map { "Open a URL such as app:/\($0.pattern), or type" } ?? "Type"
        return PlainText.line("Switchboard \(Contract.sdkVersion) with \(modules). \(advice) help.") + "\n"
    }
}
