import Foundation
import Testing

/// A program of the system that some tests need, and that a new machine may lack.
enum SystemProgram: String {
    case zsh
    case fish
    case groff
    case xdgMime = "xdg-mime"

    /// Debian's package that has the program.
    private var package: String {
        switch self {
        case .zsh, .fish: rawValue
        case .groff: "groff-base"
        case .xdgMime: "xdg-utils"
        }
    }

    /// Whether the test can run. CI, which installs the programs, sets `SWITCHBOARD_TEST_COMPLETE`: there a test without
    /// its program fails.
    private var isThere: Bool {
        ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_COMPLETE"] != nil
            || FileManager.default.isExecutableFile(atPath: "/usr/bin/\(rawValue)")
    }

    fileprivate var condition: ConditionTrait {
        .enabled(if: isThere, "\(rawValue) is missing; install it with `apt-get install \(package)`")
    }
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test out where a program of the system is missing, with a line that names both.
    static func needs(_ program: SystemProgram) -> Self { program.condition }
}
