import Foundation
import TestSupport
import Testing

@testable import Platform

/// The time limit of the suite proves that the host does not hang.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A module with many declarations` {
    /// The declarations, and parts of the report.
    static let crowds: [(declares: String, says: [String])] = [
        ("equal routes 8000", ["matches the same URLs as Crowd's /crowd/equal/:id", "there are 7989 more"]),
        ("alike routes 8000", ["shares its forms with more than 64 others"]),
        ("equal rewrites 1000", ["there are 989 more"]), ("equal rewrites 1001", ["found 1001, allowed 1000"]),
        ("routes 10000", ["found 10001, allowed 10000; use patterns with parameters"]),
        ("interceptors 1001", ["interceptors are too many"]),
    ]

    @Test(arguments: crowds) func `a module with too many declarations is refused in few lines, and others run`(
        _ row: (declares: String, says: [String])
    ) throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.crowd.get(), to: "plugins/libCrowd.so"))
            for _ in 0..<2 {
                let host = try home.run(
                    ["--modules", folder, "open", "app://rent/list"], environment: ["LC_CROWD": row.declares])
                #expect(host.exitCode == 0 && host.lines.first == "Homes to let", "\(host.errors.prefix(1_000))")
                #expect(host.errors.utf8.count < 4_000, "\(host.errors.prefix(999))")
                #expect(row.says.allSatisfy(host.errors.contains), "\(host.errors.prefix(999))")
            }
        }
    }

    /// Declarations that the isolated module makes after its start, and that its scan did not have.
    static let lateCrowds: [(declares: String, says: String)] = [
        ("equal routes 8000", "declares route /crowd/equal/:id and 7999 more, which its scan did not find"),
        ("alike routes 8000", "and 7999 more, which its scan did not find"),
        ("equal rewrites 1000", "declares rewrite /crowd/old/:id and 999 more, which its scan did not find"),
        ("equal rewrites 1001", "found 1001, allowed 1000"),
        ("routes 10000", "found 10001, allowed 10000; use patterns with parameters"),
        ("interceptors 1001", "interceptors are too many"),
    ]

    @Test(arguments: lateCrowds)
    func `an isolated module with too many declarations is refused in few lines, and others run`(
        _ row: (declares: String, says: String)
    ) throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.crowd.get())
            try home.run("module", "isolate", "Crowd")
            let host = try home.run(
                ["--json"], input: "call app://crowd\nopen app://rent/list\n",
                environment: ["LC_CROWD": "late " + row.declares])
            let text = host.output + host.errors
            #expect(text.contains("Homes to let") && text.contains(row.says), "\(text.prefix(4_000))")
            #expect(text.utf8.count < 20_000)
        }
    }

    @Test func `a module with as many declarations as are allowed runs`() throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.crowd.get(), to: "plugins/libCrowd.so"))
            let host = try home.run(
                ["--modules", folder, "call", "app://crowd/9998"], environment: ["LC_CROWD": "routes 9999"])
            #expect(host.exitCode == 0 && host.output == "true\n", "\(host.errors.prefix(1_000))")
        }
    }
}
