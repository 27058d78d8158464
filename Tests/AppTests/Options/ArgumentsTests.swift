import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `Arguments of a command` {
    private static let flag = Option("--flag", "a flag")
    private static let value = Option("--value", value: "V", "a value")

    private func parse(_ arguments: [String], untilFirstWord: Bool = false) throws(Failure) -> Arguments {
        try Arguments(arguments, allowed: [Self.flag, Self.value], untilFirstWord: untilFirstWord)
    }

    @Test(arguments: [
        ["a", "--flag", "--value", "1"], ["--value=1", "--flag", "a"], ["--value", "1", "--flag", "--", "a"],
    ]) func `arguments of a command are parsed into options with values, and words`(_ arguments: [String]) throws {
        let parsed = try parse(arguments)
        #expect(parsed.has(Self.flag))
        #expect(parsed.values(Self.value) == ["1"])
        #expect(parsed.words == ["a"])
    }

    @Test func `an option may be repeated, a value may be negative, and a dash is a word`() throws {
        #expect(try parse(["--value", "-1", "--value=a=b"]).values(Self.value) == ["-1", "a=b"])
        #expect(try parse(["-", "--", "--flag"]).words == ["-", "--flag"])
    }

    @Test func `options end at the first word if untilFirstWord is set`() throws {
        let parsed = try parse(["--flag", "word", "--unknown"], untilFirstWord: true)
        #expect(parsed.words == ["word", "--unknown"])
    }

    static let refused: [([String], Failure)] = [
        (["--other"], .unknownOption("--other", near: nil)),
        (["-x"], .unknownOption("-x", near: nil)), (["--flga"], .unknownOption("--flga", near: "--flag")),
        (["--value"], Failure(usage: "the option lacks its value; write --value V")),
        (["--value="], Failure(usage: "the option lacks its value; write --value V")),
        (["--value", ""], Failure(usage: "the option lacks its value; write --value V")),
        (["--flag=1"], Failure(usage: "the option does not take a value; write --flag")),
    ]

    @Test(arguments: refused) func `wrong arguments of a command are refused`(
        _ arguments: [String], _ error: Failure
    ) {
        #expect(throws: error) { try parse(arguments) }
    }
}
