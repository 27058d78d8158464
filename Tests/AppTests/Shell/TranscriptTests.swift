import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `A session` {
    private static let stack = """
        #  TITLE        URL                   STYLE
        1  User centre  app://account/centre  pushed

        """

    private static func page(_ url: String) throws -> String { try HostProcess.run("open", url).output }

    @Test func `a session prints the user centre, a linked page, and the user centre again after back`() throws {
        let host = try HostProcess.run(input: "app://account/centre\n5\nback\nstack\nquit\n")
        let (center, list) = (try Self.page("app://account/centre"), try Self.page("app://rent/list"))
        #expect(center.hasPrefix("User centre\n───"))
        #expect(list.hasPrefix("Homes to let\n───"))
        #expect(host.output == [center, list, center + Self.stack].joined(separator: "\n"))
        #expect(host.errors.isEmpty)
        #expect(host.exitCode == 0)
    }

    @Test func `a session prints the page below a presented page that is dismissed`() throws {
        let host = try HostProcess.run(input: "app://account/centre\napp://account/login\nback\nstack\n")
        let (center, login) = (try Self.page("app://account/centre"), try Self.page("app://account/login"))
        #expect(login.hasPrefix("Log in\n───"))
        #expect(host.output == [center, login + "dismissed\n", center + Self.stack].joined(separator: "\n"))
        #expect(host.exitCode == 0)
    }

    @Test func `a session prints an error but not a page if back is given on the first page`() throws {
        let host = try HostProcess.run(input: "app://account/centre\nback\n")
        #expect(host.output == (try Self.page("app://account/centre")))
        #expect(host.errorLines.count == 1)
        #expect(host.exitCode == 3)
    }
}
