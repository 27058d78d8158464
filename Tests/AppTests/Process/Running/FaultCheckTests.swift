import Testing

/// The comparison, with outcomes and documents that no host has made.
@Suite(.timeLimit(.minutes(5))) struct `The check of the faults of a plugin` {
    private static let listed = "switchboard: Fault was not loaded"

    private static let broken: [(cell: String, first: [String], next: [String], rules: [String])] = [
        ("trap, start, isolated", [], [listed], ["the host died"]),
        ("trap, scan, in process", [listed], [listed], ["the host died"]),
        ("trap, start, in process", [], [listed], []),
        ("trap, start, in process", [], ["Fault 1.0.0 resolved"], ["the next start does not name the module"]),
        ("trap, scan, isolated", ["alive", "hello 2", listed], [], ["a module runs that the scan had to refuse"]),
        ("symlink, scan, both", ["hello 2"], [], ["it is refused without a word"]),
        ("changed after install, start, isolated", ["alive", "hello 2"], [], ["a changed file runs"]),
        ("throw, request, in process", ["alive", "hello 2"], [], []),
    ]

    @Test(arguments: broken) func `a host that breaks a rule is named with the rule`(
        _ row: (cell: String, first: [String], next: [String], rules: [String])
    ) throws {
        let cell = try #require(FaultCell.all.joined().first { "\($0)" == row.cell })
        #expect(FaultOutcome(cell: cell, first: row.first, next: row.next).brokenRules == row.rules)
    }

    private static let document = FaultDocument(
        """
        # Faults
        | fault | the user sees |
        |---|---|
        | symlink | it is a link to 01234567… |

        | fault | stage | runs | the user sees | lost | the next start says |
        |---|---|---|---|---|---|
        | trap, segfault | start | in process | SIGILL | the session (exit code 132) | as seen |
        | hang, throw | stop | both | a \\| b | nothing | `resolved` |

        """)

    private static func row(
        _ fault: String, _ stage: String, _ runner: String, _ seen: String, _ lost: String, _ next: String
    ) -> FaultRow {
        FaultRow(faults: [fault], stage: stage, runner: runner, seen: seen, lost: lost, next: next).shortened
    }

    private static let link = "it is a link to \(String(repeating: "89abcdef", count: 8)); to do: copy the file"

    private static let measured = [
        row("trap", "start", "in process", "SIGILL", "the session (exit code 132)", "SIGILL"),
        row("segfault", "start", "in process", "SIGSEGV", "the session (exit code 139)", "SIGSEGV"),
        row("hang", "stop", "in process", "a | b", "nothing", "nothing; it is `resolved`"),
        row("hang", "stop", "isolated", "a | b", "nothing", "nothing; it is `resolved`"),
        row("throw", "stop", "in process", "a | b", "nothing", "nothing; it is `resolved`"),
        row("throw", "stop", "isolated", "a | b", "nothing", "nothing; it is `resolved`"),
        row("symlink", "scan", "both", link, "the module", link),
    ]

    @Test func `a document with the effects of all faults, or of a few, does not differ, and is written as it is`() {
        #expect(Self.document.differences(from: Self.measured).isEmpty)
        #expect(Self.document.differences(from: Array(Self.measured[3...4])).isEmpty)
        #expect(Self.document.differences(fromAll: Self.measured).isEmpty)
        #expect(Self.document.listing(Self.measured).text == Self.document.text)
    }

    @Test func `a cell with another effect than its row, or without a row, is named with both effects`() {
        let found = [
            Self.row("segfault", "start", "in process", "SIGILL", "the session (exit code 139)", "SIGILL"),
            Self.row("trap", "start", "isolated", "SIGILL", "the module", "SIGILL"),
            Self.row("hang", "stop", "isolated", "a | c", "nothing", "nothing; it is `resolved`"),
        ]
        #expect(
            Self.document.differences(from: found) == [
                "segfault, start, in process: found | segfault | start | in process | SIGILL | "
                    + "the session (exit code 139) | as seen |, expected | segfault | start | in process | SIGSEGV | "
                    + "the session (exit code 139) | as seen |",
                "trap, start, isolated: found | trap | start | isolated | SIGILL | the module | as seen |, "
                    + "expected a row of it",
                "hang, stop, isolated: found | hang | stop | isolated | a \\| c | nothing | `resolved` |, "
                    + "expected | hang | stop | both | a \\| b | nothing | `resolved` |",
            ])
    }

    @Test func `a row of the document that no fault has is named, and so is one that two rows must merge to`() {
        let text = Self.document.text
        let extra = "| exit(0) | stop | both | nothing | nothing | `resolved` |"
        #expect(
            FaultDocument(text + extra).differences(fromAll: Self.measured) == ["no fault has this row: \(extra)"])
        let merged = "| hang, throw | stop | both | a \\| b | nothing | `resolved` |"
        let split = ["hang", "throw"].map { merged.replacing("hang, throw", with: $0) }
        #expect(
            FaultDocument(text.replacing(merged, with: split.joined(separator: "\n")))
                .differences(fromAll: Self.measured)
                == split.map { "no fault has this row: \($0)" } + ["this row is missing: \(merged)"])
    }
}
