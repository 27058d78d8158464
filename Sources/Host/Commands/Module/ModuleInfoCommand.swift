/// `module info NAME|PATH`: what is known of an installed module or of a file, without loading it into this process.
struct ModuleInfoCommand: Command {
    static let description = CommandDescription(
        name: "info", words: "NAME|PATH", summary: "show what is known of an installed module or of a library",
        needsModules: false)

    private let subject: String

    init(_ arguments: Arguments) throws(UsageError) { subject = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        let details: [ModuleDetails]
        do {
            details =
                subject.contains("/") || subject.hasSuffix(".so")
                ? try ModuleDetails.ofFile(Path.absolute(subject), installation)
                : [try ModuleDetails.ofInstalled(subject, installation)]
        } catch {
            throw Failure(error)
        }
        try session.console.show("module", details, text: details.map(\.text).joined(separator: "\n\n"))
        return .done
    }
}
