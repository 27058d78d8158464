import Foundation
import Testing

/// A system program that some tests need, and that may be missing on a new machine.
enum SystemProgram: String {
    case zsh
    case fish
    case groff
    case xdgMime = "xdg-mime"
    case natsServer = "nats-server"
    case openssl

    /// Debian's package that has the program.
    private var package: String {
        switch self {
        case .zsh, .fish, .openssl: rawValue
        case .groff: "groff-base"
        case .xdgMime: "xdg-utils"
        case .natsServer: "nats-server libnats3.4"
        }
    }

    /// Whether the test can run. CI, which installs the programs, sets `SWITCHBOARD_TEST_COMPLETE`: there a test
    /// without its program fails.
    fileprivate var isThere: Bool {
        if ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_COMPLETE"] != nil { return true }
        // Debian installs the server in a folder for administrators, and the host opens the client's library.
        let path = self == .natsServer ? FleetServer.path : "/usr/bin/\(rawValue)"
        let hasLibrary = self != .natsServer || dlopen("libnats.so.3.4", RTLD_NOW) != nil
        return FileManager.default.isExecutableFile(atPath: path) && hasLibrary
    }

    fileprivate var absence: String { "\(rawValue) is missing; install it with `apt-get install \(package)`" }
}

/// Skips a test if a system program is missing, and prints a line that names both.
struct NeededProgram: TestTrait, SuiteTrait {
    let program: SystemProgram

    func prepare(for test: Test) async throws {
        guard !program.isThere else { return }
        FileHandle.standardError.write(Data("left out: \(test.name): \(program.absence)\n".utf8))
        let condition: ConditionTrait = .enabled(if: program.isThere, "\(program.absence)")
        try await condition.prepare(for: test)
    }
}

extension Trait where Self == NeededProgram {
    /// For a test that runs a program which may be missing on a new machine.
    static func needs(_ program: SystemProgram) -> Self { NeededProgram(program: program) }
}
