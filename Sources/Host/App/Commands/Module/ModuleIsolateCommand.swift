import Platform
import PluginRuntime

/// `module isolate NAME`: runs a module in a process of its own, at once and at later starts.
struct ModuleIsolateCommand: Command {
    static let off = Option("--off", "run it in the host's process again")
    static let memory = Option("--memory", value: "MIB", "the memory that its process may use, 1024 by default")
    static let processor = Option("--cpu", value: "SECONDS", "the processor time of its process, 3600 by default")
    static let files = Option("--files", value: "N", "the files that its process may have open, 256 by default")
    static let description = CommandDescription(
        name: "isolate", words: "NAME", summary: "run a module that you do not trust in a process of its own",
        options: [off, memory, processor, files], startsModules: false)

    private let name: String
    private let limits: IsolationLimits?

    init(_ arguments: Arguments) throws(UsageError) {
        name = try Self.word(of: arguments)
        var limits = IsolationLimits()
        limits.megabytes = try Self.number(Self.memory, arguments, in: 64...1_048_576) ?? limits.megabytes
        limits.seconds = try Self.number(Self.processor, arguments, in: 1...31_536_000) ?? limits.seconds
        limits.files = try Self.number(Self.files, arguments, in: 32...65_536) ?? limits.files
        self.limits = arguments.has(Self.off) ? nil : limits
    }

    private static func number(
        _ option: Option, _ arguments: Arguments, in range: ClosedRange<Int>
    ) throws(UsageError) -> Int? {
        guard let text = arguments.values(option).last else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .invalidValue(
                option: option.name, found: text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try await session.requireKnown(name)
        guard let store = session.store else { throw Failure(PluginProblem.noDataHome) }
        do {
            try store.isolate(name, limits)
        } catch {
            throw Failure(error)
        }
        await session.runtime.isolate(name, limits)
        let words =
            limits == nil
            ? "runs in the host's process from its next start on"
            : "runs in a process of its own from its next start on\(Confinement.weakness.map { ", but \($0)" } ?? ""); "
                + "`module isolate \(name) --off` ends that"
        return try await session.show(name, words)
    }
}
