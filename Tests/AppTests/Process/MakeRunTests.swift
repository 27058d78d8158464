import Foundation
import TestSupport
import Testing

/// Runs the Makefile's target with a fake compiler and a fake host.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `make run` {
    private static let compiler = """
        #!/bin/sh
        package=.
        while [ $# -gt 0 ]; do
            if [ "$1" = --package-path ]; then package=$2; fi
            shift
        done
        case $package in *Bad) echo "error: it does not compile" >&2; exit 1 ;; esac
        mkdir -p "$package/.build/debug"
        : > "$package/.build/debug/lib${package##*/}.so"

        """

    @Test func `make run starts with the plugins that build, and names the plugin that does not`() throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.copyItem(atPath: Checkout.path + "/Makefile", toPath: folder.path("Makefile"))
            _ = try folder.write(program: "#!/bin/sh\n", to: "Scripts/sdk-modules.sh")
            // Links, not copies: a process that another test starts at this moment has a copy open for writing, and the
            // system then refuses to run it.
            for script in ["Scripts/module.sh", "Scripts/step.sh"] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path(script), withDestinationPath: Checkout.path + "/" + script)
            }
            for name in ["Good", "Bad", "Other"] {
                let package = folder.path("Plugins/\(name)")
                try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: true)
                try folder.write("", to: "Plugins/\(name)/Package.swift")
            }
            // Products of earlier builds: of a plugin that is gone, of one that does not build any more, and of one
            // that is replaced.
            try FileManager.default.createDirectory(
                atPath: folder.path(".build/plugins"), withIntermediateDirectories: true)
            for name in ["Gone", "Bad", "Good"] { try folder.write("old", to: ".build/plugins/lib\(name).so") }
            let watched = try Self.inode(of: folder.path(".build/plugins"))
            _ = try folder.write(program: Self.compiler, to: "bin/swift")
            _ = try folder.write(program: "#!/bin/sh\necho started; ls \"$2\"\n", to: ".build/debug/switchboard")
            let environment = ["PATH": folder.path("bin") + ":/usr/bin:/bin"]
            let run = try ChildProcess.run("/usr/bin/make", ["-C", folder.path, "run"], environment: environment)
            #expect(run.exitCode == 0, "\(run.errors)")
            let start = try #require(run.lines.firstIndex(of: "started"))
            #expect(run.lines[(start + 1)...].prefix(2) == ["libGood.so", "libOther.so"])
            #expect(try String(contentsOfFile: folder.path(".build/plugins/libGood.so"), encoding: .utf8).isEmpty)
            #expect(try Self.inode(of: folder.path(".build/plugins")) == watched, "a shell may watch the folder")
            #expect(run.errors.contains("build Plugins/Bad: failed after "))
            #expect(run.errorLines.contains("error: it does not compile"))
            #expect(run.errorLines.contains("make: Plugins/Bad did not build and is left out; its errors are above"))
            let plugins = try ChildProcess.run(
                "/usr/bin/make", ["-C", folder.path, "plugins"], environment: environment)
            #expect(plugins.exitCode == 2)
        }
    }

    private static func inode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
}
