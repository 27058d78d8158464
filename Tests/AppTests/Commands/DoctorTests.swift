import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The doctor` {
    @Test func `the doctor reports no problem for a new user`() throws {
        try TemporaryFolder.with { folder in
            let host = try HostProcess.run("doctor", environment: ["HOME": folder.path, "XDG_CACHE_HOME": ""])
            #expect(host.exitCode == 0, "\(host.output)")
            #expect(host.lines.contains("ok   data folder: \(folder.path)/.local/share/switchboard, not there yet"))
            #expect(host.lines.contains("ok   libsqlite3.so.0: found, for records of modules"))
            #expect(host.lines.allSatisfy { $0.hasPrefix("ok   ") })
        }
    }

    @Test func `the doctor names a disabled module and the failed module that requires it`() throws {
        try TemporaryFolder.with { folder in
            let environment = ["XDG_DATA_HOME": folder.path("data")]
            let disable = try HostProcess.run("module", "disable", "Account", environment: environment)
            #expect(disable.exitCode == 0, "\(disable.errors)")
            let inbox = try HostProcess.run("--no-remote", "open", "app://messages/inbox", environment: environment)
            #expect(inbox.exitCode == 2 && inbox.output.isEmpty, "\(inbox.output) \(inbox.errors)")
            let doctor = try HostProcess.run("doctor", environment: environment)
            #expect(doctor.exitCode == 1)
            #expect(doctor.output.contains("BAD  module Messages: failed: requires Account"), "\(doctor.output)")
            #expect(doctor.output.contains(", disabled: Account\n"), "\(doctor.output)")
        }
    }

    @Test func `the doctor prints problems with their remedies and exits with 1`() throws {
        try TemporaryFolder.with { folder in
            let data = folder.path("data/switchboard")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            chmod(data, 0o777)
            try "x".write(toFile: folder.path("switchboard"), atomically: true, encoding: .utf8)
            try "\u{7F}ELF".write(toFile: folder.path("libBroken.so"), atomically: true, encoding: .utf8)
            let environment = [
                "XDG_DATA_HOME": folder.path("data"), "XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
            ]
            let host = try HostProcess.run("--modules", folder.path, "doctor", environment: environment)
            #expect(host.exitCode == 1)
            let lines = host.lines
            func cure(of line: String) -> String? { lines.firstIndex(of: line).map { lines[$0 + 1] } }
            #expect(cure(of: "BAD  data folder: \(data) can be written by others") == "     run `chmod go-w \(data)`")
            #expect(
                cure(of: "BAD  state folder: \(folder.path("switchboard")) is not a folder")
                    == "     move it away; the host makes a folder there")
            #expect(lines.contains { $0.hasPrefix("BAD  module libBroken.so: ") })
            let json = try HostProcess.run("doctor", "--json", environment: environment)
            #expect(json.output.contains(#""subject":"data folder""#))
        }
    }
}
