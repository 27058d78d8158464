import Glibc
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct InspectionLimitTests {
    /// The excess of a library, the part that is refused for it, and the library.
    static let rows: [(what: String, part: ELFPart, library: EndlessLibrary)] = [
        (
            "needed libraries that share a long name", .dynamicStrings,
            EndlessLibrary(
                strings: String(repeating: "n", count: 20_000), dynamic: (0..<1_000).map { (1, UInt64($0 % 7)) })
        ),
        (
            "more needed libraries than any library has", .dynamicSection,
            EndlessLibrary(strings: "libOne.so", dynamic: (0..<1_025).map { _ in (1, 0) })
        ),
        (
            "a search path of more folders than any library has", .dynamicSection,
            EndlessLibrary(strings: String(repeating: "/usr/lib:", count: 65), dynamic: [(29, 0)])
        ),
        (
            "protocols whose names are the ends of a longer one", .dynamicStrings,
            EndlessLibrary(
                strings: String(repeating: "$s", count: 10_000) + "Mp",
                symbols: (0..<5_000).map { (UInt32(2 * $0), STT_OBJECT) })
        ),
        (
            "entry points whose names are the ends of a longer one", .dynamicStrings,
            EndlessLibrary(
                strings: String(repeating: "switchboard_v1_", count: 2_000) + "X",
                symbols: (0..<2_000).map { (UInt32(15 * $0), STT_FUNC) })
        ),
    ]

    @Test(arguments: rows.indices)
    func `a library with too many bytes or entries is refused, and the part is named`(row: Int) throws {
        let (what, part, library) = Self.rows[row]
        let error = #expect(throws: PluginProblem.self, "\(what)") {
            try PluginInspection(library.bytes, path: "libEndless.so")
        }
        #expect(error?.parts.map(\.field) == [.content], "\(what)")
        #expect(error?.found.contains("bytes or entries in \(part.rawValue)") == true, "\(what): \(error?.found ?? "")")
    }

    @Test func `a name that many symbols share is read once`() throws {
        let library = EndlessLibrary(
            strings: "$s" + String(repeating: "4Name", count: 4_000) + "Mp",
            symbols: (0..<5_000).map { _ in (UInt32(0), STT_OBJECT) })
        #expect(try PluginInspection(library.bytes, path: "libSame.so").protocolDescriptors.count == 1)
    }

    @Test func `a comment section above the limit is refused`() throws {
        var sample = try LibrarySample()
        let comment = try sample.section(".comment")
        sample.write(UInt64(0), at: comment + 24)
        sample.write(UInt64(70_000), at: comment + 32)
        #expect(try sample.problem().found.contains("65536 bytes or entries in \(ELFPart.comment.rawValue)"))
    }
}
