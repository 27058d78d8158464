@_spi(Host) import ModuleKit

/// What a person reads at the start of the shell: what is there, and what to type first.
enum Greeting {
    /// More modules than these are counted and not named.
    private static let limit = 12

    static func text(_ session: Session) async -> String {
        let names = await session.runtime.versions.keys.sorted()
        let modules =
            names.isEmpty
            ? "no modules" : names.count > limit ? "\(names.count) modules" : names.joined(separator: ", ")
        let example = example(names.prefix(limit), session.runtime)
        let advice = example.map { "Open a URL such as app:/\($0), or type" } ?? "Type"
        return PlainText.line("Switchboard \(Contract.sdkVersion) with \(modules). \(advice) help.") + "\n"
    }

    /// The pattern of the first page that is opened by typing it as it is.
    private static func example(_ names: some Sequence<String>, _ runtime: ModuleRuntime) -> String? {
        names.lazy.compactMap { runtime.manifest(of: $0) }.flatMap(\.routes).map(\.description).first {
            $0.verb == .open && $0.access == .public && $0.pattern.hasPrefix("/")
                && !$0.pattern.contains(where: ":*(".contains)
        }?.pattern
    }
}
