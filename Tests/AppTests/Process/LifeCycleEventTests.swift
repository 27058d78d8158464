import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The events of a running host` {
    private func told(_ input: String) throws -> [String] {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Listener.swift", as: "libListener.so", in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, input: input)
            #expect(host.exitCode == 0)
            return host.errorLines.filter { $0.hasPrefix("Listener") }
        }
    }

    @Test func `modules receive events of modules that load, start and stop, with stops in reverse order`() throws {
        let others = Checkout.modules
        let told = try told("").filter { line in !others.contains(where: line.contains) }
        #expect(
            told == [
                "ListenerA is started",
                "ListenerA loaded ListenerB", "ListenerA starts ListenerB 1.0.0", "ListenerB is started",
                "ListenerB stops ListenerB", "ListenerA stops ListenerB", "ListenerB is stopped",
                "ListenerA stops ListenerA", "ListenerA is stopped",
            ])
    }

    @Test func `modules receive events of pages that appear and disappear, also by the shell's commands`() throws {
        let told = try told("app://account/centre\napp://rent/list\nback\napp://account/login\nback\n")
            .filter { $0.contains("shows") || $0.contains("hides") }
        let turns = [("", "User centre"), ("User centre", "Homes to let"), ("Homes to let", "User centre")]
        let login = [("User centre", "Log in"), ("Log in", "User centre")]
        let expected = (turns + login).flatMap { old, new in
            (old.isEmpty ? [] : ["ListenerB hides \(old)", "ListenerA hides \(old)"])
                + ["ListenerA shows \(new)", "ListenerB shows \(new)"]
        }
        #expect(told == expected)
    }
}
