import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The scheme of a link` {
    @Test(.needs(.xdgMime))
    func `xdg-open opens links of an installed scheme in the shell, until the scheme is removed`() throws {
        try LinkHome.with { home in
            let entry = home.folder.path("data/applications/switchboard-myapp.desktop")
            let installed = try home.run("link", "install", "MyApp")
            #expect(installed.output == "wrote \(entry); links of myapp: open in the shell\n", "\(installed.errors)")
            let text = try String(contentsOfFile: entry, encoding: .utf8)
            #expect(text.contains("\nMimeType=x-scheme-handler/myapp;\n"))
            #expect(text.contains("\nExec=\(BuildProducts.path("switchboard")) send %u\n"))
            #expect(try home.run("link", "status").lines.last == "schemes: myapp")
            try FileManager.default.createDirectory(
                atPath: home.folder.path("system/applications"), withIntermediateDirectories: true)
            try home.folder.write("", to: "system/applications/switchboard-app.desktop")
            let system = home.environment.merging(["XDG_DATA_DIRS": home.folder.path("system")]) { $1 }
            let status = try HostProcess.run("link", "status", environment: system)
            #expect(status.lines.last == "schemes: app, myapp")

            let shell = try home.shell()
            let opened = try open("myapp://rent/42", home)
            #expect(opened.exitCode == 0, "\(opened.errors)")
            #expect(opened.output.hasPrefix("shown in the shell of process"))
            _ = try shell.read(until: "Studio above the bookshop")
            try shell.quit()
            #expect(try open("myapp://rent/42", home).lines.first == "Studio above the bookshop")

            #expect(try home.run("link", "remove", "myapp").output == "removed \(entry) for links of myapp:\n")
            #expect(!FileManager.default.fileExists(atPath: entry))
            #expect(try handler("myapp", home).isEmpty)
            #expect(try home.run("link", "remove", "myapp").exitCode == 1)
        }
    }

    @Test(.needs(.xdgMime))
    func `links of a removed scheme open with the previous program again`() throws {
        try LinkHome.with { home in
            try FileManager.default.createDirectory(
                atPath: home.folder.path("data/applications"), withIntermediateDirectories: false)
            let other =
                "[Desktop Entry]\nType=Application\nName=Other\nExec=true %u\nMimeType=x-scheme-handler/myapp;\n"
            try home.folder.write(other, to: "data/applications/other.desktop")
            let list = "[Default Applications]\nx-scheme-handler/myapp=other.desktop\ntext/plain=vi.desktop\n"
            try home.folder.write(list, to: "config/mimeapps.list")
            // A second installation does not replace the record of the previous program.
            for _ in 0..<2 {
                #expect(try home.run("link", "install", "myapp").output.hasSuffix(" instead of other.desktop\n"))
                #expect(try handler("myapp", home) == "switchboard-myapp.desktop\n")
            }
            // A removal that failed halfway can be repeated.
            let environment = home.environment.merging(["PATH": home.folder.path("data")]) { $1 }
            #expect(try HostProcess.run("link", "remove", "myapp", environment: environment).exitCode == 1)
            #expect(try home.run("link", "remove", "myapp").output.hasSuffix("they open with other.desktop again\n"))
            #expect(try handler("myapp", home) == "other.desktop\n")
            #expect(try home.run("link", "status").lines.count == 1)
        }
    }

    @Test(.needs(.xdgMime))
    func `link remove edits the list of default applications also if the list is a symbolic link`() throws {
        try LinkHome.with { home in
            #expect(try home.run("link", "install", "myapp").exitCode == 0)
            let (list, target) = (home.folder.path("config/mimeapps.list"), home.folder.path("home/list"))
            let files = FileManager.default
            try files.moveItem(atPath: list, toPath: target)
            try files.createSymbolicLink(atPath: list, withDestinationPath: target)
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target)
            #expect(try home.run("link", "remove", "myapp").exitCode == 0)
            #expect(try files.destinationOfSymbolicLink(atPath: list) == target)
            let permissions = try files.attributesOfItem(atPath: target)[.posixPermissions] as? Int
            #expect(permissions == 0o644)
            let text = try String(contentsOfFile: target, encoding: .utf8)
            #expect(!text.contains("myapp"))
        }
    }

    @Test(arguments: ["http", "HTTPS", "file", "mailto", "javascript", "my app", "7up", "", "app:", "../x"])
    func `an invalid scheme or a scheme of other programs is refused`(_ scheme: String) throws {
        try LinkHome.with { home in
            let refused = try home.run("--json", "link", "install", scheme)
            #expect(refused.exitCode == 64)
            #expect(refused.errors.contains("invalidScheme"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path("data")).isEmpty)
        }
    }

    @Test func `a scheme cannot be installed without xdg-mime`() throws {
        try LinkHome.with { home in
            let environment = home.environment.merging(["PATH": home.folder.path("data")]) { $1 }
            let refused = try HostProcess.run("link", "install", "myapp", environment: environment)
            #expect(refused.exitCode == 1 && refused.errors.contains("install xdg-utils"), "\(refused.errors)")
        }
    }

    /// Opens a URL as a desktop with a display does.
    private func open(_ url: String, _ home: LinkHome) throws -> ChildProcess {
        let desktop = ["DISPLAY": ":0", "BROWSER": "/bin/false"].merging(HostProcess.environment) { $1 }
        return try ChildProcess.run(
            "/usr/bin/xdg-open", [url], environment: desktop.merging(home.environment) { $1 })
    }

    private func handler(_ scheme: String, _ home: LinkHome) throws -> String {
        try ChildProcess.run(
            "/usr/bin/xdg-mime", ["query", "default", "x-scheme-handler/\(scheme)"],
            environment: HostProcess.environment.merging(home.environment) { $1 }
        ).output
    }
}
