import Foundation
import TestSupport
import Testing

/// Runs `Scripts/check-contract.sh` on the contract, changed as a careless commit would change the SDK's interface.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The check of the contract` {
    /// A change of a module's interface, and a line that the check prints.
    struct Change: CustomTestStringConvertible, Sendable {
        let name: String
        let module: String
        /// A regular expression for a line, and its replacement.
        let edit: (line: String, new: String)
        let says: String

        var testDescription: String { name }
    }

    static let breaks = [
        Change(
            name: "a function that is gone", module: "Mediator",
            edit: (#"(?m)^.* func deadline\(_ deadline: Swift\.Duration\).*$"#, ""),
            says: "digester: Func Subscription.deadline(_:) has been removed"),
        Change(
            name: "a property of another type", module: "ModuleKit",
            edit: ("public var endpoint: Swift.String", "public var endpoint: Swift.String?"),
            says: "missing: ModuleKit: ResolverSetup | public var endpoint: String { get }"),
        Change(
            name: "a parameter more, with a default", module: "ModuleKit",
            edit: (#"init\(endpoint: Swift.String\)"#, "init(endpoint: Swift.String, limit: Swift.Int = 1)"),
            says: "missing: ModuleKit: ResolverSetup | public init(endpoint: String)"),
        Change(
            name: "a requirement without a default", module: "ModuleKit",
            edit: (#"(?m)^public protocol Module .*$"#, "$0\n  static var growth: Swift.String { get }"),
            says: "digester: Var Module.growth has been added as a protocol requirement"),
        Change(
            name: "a function that moves to the main actor", module: "ModuleTesting",
            edit: ("(?m)^  public static func faults", "  @_Concurrency.MainActor public static func faults"),
            says: "missing: ModuleTesting: ViewModelCheck | public static func faults"),
        Change(
            name: "a function that leaves its caller's actor", module: "ModuleTesting",
            edit: (#"nonisolated\(nonsending\) public func publish"#, "@concurrent public func publish"),
            says: "missing: ModuleTesting: ModuleHarness | nonisolated(nonsending) public func publish"),
        Change(
            name: "a requirement that no longer runs on its caller's actor", module: "Mediator",
            edit: (#"nonisolated\(nonsending\) func resolve"#, "func resolve"),
            says: "missing: Mediator: Resolver | nonisolated(nonsending) func resolve"),
        Change(
            name: "a type that is frozen", module: "Mediator", edit: ("public struct Delivery", "@frozen $0"),
            says: "digester: Struct Delivery is now with @frozen"),
        Change(
            name: "a case with other values", module: "ModuleTesting",
            edit: (#"case duplicateIdentity\(Swift.String\)"#, "case duplicateIdentity(Swift.Int)"),
            says: "missing: ModuleTesting: ViewModelFault | case duplicateIdentity(String)"),
        Change(
            name: "a default argument that is gone", module: "ModuleTesting",
            edit: (#"text\(width: Swift.Int = 80\)"#, "text(width: Swift.Int)"),
            says: "digester: Func ModuleHarness.text(width:) has removed default argument from parameter 0"),
        Change(
            name: "a conformance that is gone", module: "ModuleKit",
            edit: ("struct UploadProgress : Swift.Sendable, ", "struct UploadProgress : "),
            says: "missing: ModuleKit: UploadProgress | conforms to Sendable"),
        Change(
            name: "a symbol that names the SDK, with another name", module: "ModuleKit",
            edit: (#"@c\(switchboard_sdk_0_3_0\)"#, "@c(switchboard_sdk_0_3_1)"),
            says: "missing: ModuleKit: @c(switchboard_sdk_0_3_0)"),
    ]

    static let growth = [
        Change(
            name: "a conformance more", module: "ModuleTesting",
            edit: ("struct SentRequest : ", "$0Swift.CustomStringConvertible, "),
            says: "new: ModuleTesting: SentRequest | conforms to CustomStringConvertible"),
        Change(
            name: "a case more", module: "ModuleTesting",
            edit: (#"(?m)^  case unsteady$"#, "$0\n  case grown(Swift.Int)"),
            says: "new: ModuleTesting: ViewModelFault | case grown(Int)"),
        Change(
            name: "a property more", module: "ModuleKit",
            edit: ("  public var endpoint: Swift.String", "  public var growth: Swift.Int\n$0"),
            says: "new: ModuleKit: ResolverSetup | public var growth: Int { get }"),
    ]

    /// One run checks all rows of a table, because a run takes seconds; a finding names its declaration.
    private static let broken = Task { try await checked(breaks) }
    private static let grown = Task { try await checked(growth) }

    @Test(arguments: breaks) func `the check of the contract finds changes that break old plugins`(_ change: Change)
        async throws
    {
        let check = try await Self.broken.value
        #expect(check.exitCode == 1)
        #expect(check.errors.contains("the contract is broken"), "\(check.errors)")
        #expect(check.errors.contains(change.says), "\(check.errors)")
    }

    @Test(arguments: growth) func `the check of the contract finds additions that are not recorded`(_ change: Change)
        async throws
    {
        let check = try await Self.grown.value
        #expect(check.exitCode == 1)
        #expect(check.errors.contains("the contract has grown"), "\(check.errors)")
        #expect(check.errors.contains(change.says), "\(check.errors)")
        #expect(check.errors.contains("`make contract`"))
    }

    private static func checked(_ changes: [Change]) async throws -> ChildProcess {
        try await TemporaryFolder.with { folder in
            for module in ["Mediator", "ModuleKit", "ModuleTesting"] {
                let file = module + ".swiftinterface"
                var text = try String(contentsOfFile: "\(Checkout.path)/Tests/Contract/\(file)", encoding: .utf8)
                for change in changes where change.module == module {
                    let changed = text.replacingOccurrences(
                        of: change.edit.line, with: change.edit.new, options: .regularExpression)
                    try #require(changed != text, "the contract has no line for \(change.name) any more")
                    text = changed
                }
                try folder.write(text, to: file)
            }
            return try await ChildProcess.runAside(
                Checkout.path + "/Scripts/check-contract.sh", [folder.path],
                environment: ProcessInfo.processInfo.environment)
        }
    }
}
