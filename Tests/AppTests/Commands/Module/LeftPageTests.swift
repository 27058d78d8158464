import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A page whose module has ended` {
    /// A command that ends Rent, and the text of its page.
    static let ends = [
        ("module stop Rent", "Rent was stopped, and this page with it. `module start Rent` starts it again."),
        (
            "module isolate Rent",
            "Rent was stopped to run in another process, and this page with it. Open the page again, which starts it "
                + "there."
        ),
        ("module disable Rent", "Rent was disabled, and this page with it. `module enable Rent` enables it again."),
    ]

    @Test(arguments: ends) func `a page whose module has ended gives the reason and a link that opens it again`(
        _ row: (command: String, text: String)
    ) throws {
        try StoreHome.with { home in
            let host = try home.run("--no-remote", "-c", "open app://rent/42", "-c", row.command)
            #expect(Self.words(host).contains(row.text), "\(host.output)")
            #expect(Self.words(host).contains("[1] Open it again app://rent/42"))
        }
    }

    @Test func `module stop leaves a disabled module disabled`() throws {
        let host = try HostProcess.run(
            "--no-remote", "--without", "Rent", "-c", "module stop Rent", "-c", "module start Rent", "-c",
            "open app://rent/42")
        let text = "Rent 1.0.0 is disabled, or left out by --without; type `module enable Rent`, or leave out --without"
        #expect(host.lines == [text], "\(host)")
        #expect(host.exitCode != 0 && host.errors.contains("Rent does not run: it is disabled"))
    }

    @Test func `a page names the stopped module that its own module required`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Witness.swift", as: "libWitness.so", in: folder.path)
            let host = try HostProcess.run(
                "--no-remote", "--modules", folder.path, "-c", "open app://second", "-c", "module stop ZFirst", "-c",
                "module start ZFirst", "-c", "1")
            let text =
                "ASecond was stopped with ZFirst, which it requires, and this page with it. `module start ZFirst` "
            #expect(Self.words(host).contains(text + "starts ZFirst again."), "\(host.output)")
            #expect(host.exitCode == 0, "\(host.errors)")
        }
    }

    @Test func `a page does not change if another module is stopped`() throws {
        let host = try HostProcess.run("--no-remote", "-c", "open app://rent/42", "-c", "module stop Messages")
        #expect(host.exitCode == 0 && !host.output.contains("this page with it"))
    }

    /// The output with single spaces instead of its layout.
    private static func words(_ host: ChildProcess) -> String {
        host.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }
}
