/// `module check FILE`: takes a plugin through everything that a host asks of it, in a process of its own.
struct ModuleCheckCommand: Command {
    static let description = CommandDescription(
        name: "check", words: "FILE", summary: "check a library's file, contract, routes, start and stop",
        needsModules: false)

    private let file: String

    init(_ arguments: Arguments) throws(UsageError) { file = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let host: HostIdentity
        do {
            host = try HostIdentity.current()
        } catch {
            throw Failure(code: "unreadableHost", message: "\(error)", exitCode: .failed)
        }
        let results = PluginCheck(host: host).run(file: file)
        var table = TextTable("CHECK", "RESULT", "DETAIL")
        for result in results { table.add(result.check, result.verdict.rawValue, result.detail) }
        try session.console.show("checks", results, text: table.lines.joined(separator: "\n"))
        return results.allSatisfy { $0.verdict == .pass } ? .done : .refused
    }
}
