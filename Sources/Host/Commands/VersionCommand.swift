@_spi(Host) import ModuleKit

/// `version`: of the host, its SDK and the plugin contract.
struct VersionCommand: Command {
    static let description = CommandDescription(
        name: "version", summary: "print the versions of the host and of the plugin contract", needsModules: false)

    private struct Versions: Encodable {
        let switchboard = Contract.sdkVersion.description
        let contract = Contract.version
    }

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let versions = Versions()
        try session.console.show(
            "version", versions, text: "switchboard \(versions.switchboard), plugin contract v\(versions.contract)")
        return .done
    }
}
