import TestSupport
import Testing

/// Files that a release has written: each later host reads them, or reports a remedy (`Tests/Golden/README.md`).
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Golden formats` {
    typealias Reading = @Sendable (GoldenHome) throws -> String

    static let formats: [(name: String, reading: Reading, content: String)] = [
        (
            "lock", { try $0.lock },
            """
            GoldenEvents 1.0.0 libGoldenEvents.so /golden/libGoldenEvents.so 1
            GoldenIsolated 1.0.0 libGoldenStorage.so /golden/libGoldenStorage.so 3
            GoldenListener 1.0.0 libGoldenEvents.so /golden/libGoldenEvents.so 1
            GoldenPages 1.2.3 libGoldenPages.so /golden/libGoldenPages.so 2
            GoldenStorage 1.0.0 libGoldenStorage.so /golden/libGoldenStorage.so 3
            """
        ),
        (
            "switches", { try $0.switches },
            """
            ["GoldenPages"]
            ["GoldenStorage": 512 MiB of memory, 512 MiB for each file, 3600 s of processor time, \
            256 open files, no network]
            """
        ),
        (
            "storage", { try $0.storage },
            """
            {"format_version":"1.0","value":{"homes":[{"city":"上海","id":1,"image":[0,1,255],"isFree":true,\
            "kind":"flat",\
            "rent":7200.5,"rooms":[{"area":9.5,"name":"kitchen"}]},{"city":"北京","id":2,"image":[],"isFree":false,\
            "kind":"house","note":"loud","rent":2000,"rooms":[]}],"theme":"dark","token":"as it was written"}}
            {"format_version":"1.0","value":[1]}
            {"format_version":"1.0","value":0}
            """
        ),
        (
            "history", { try $0.history },
            "app://golden-pages/home/1/small\ncall 'app://golden-pages/greet?name=林晓'\n# a comment"
        ),
        (
            "stack", { try $0.stack },
            """
            {"format_version":"1.0","stack":[{"style":"pushed","title":"Home 1",\
            "url":"app://golden-pages/home/1/small"},\
            {"style":"presented","title":"Picker","url":"app://golden-pages/picker"}]}
            """
        ),
        ("recording", { try $0.recording }, #""replay":{"lines":8}"#),
        ("routes", { try $0.routes }, #""changes":[]"#),
        ("contract", { try $0.contract }, #"[{"breaking":true,"change":"no module has it"#),
    ]

    @Test(arguments: formats) func `a file of a release is read by this host`(
        _ row: (name: String, reading: Reading, content: String)
    ) throws {
        try GoldenHome.with { home in
            let found = try row.reading(home)
            #expect(found.contains(row.content), "\(row.name): \(found)")
        }
    }

    static let later: [(name: String, reading: Reading, words: String)] = [
        ("lock", { try $0.lock }, "it has format 9.0, this host reads 1.0; use the host that wrote it"),
        ("switches", { try $0.switches }, "it has format 9.0, this host reads 1.0; use the host that wrote it"),
        ("stack", { try $0.stack }, "is damaged: its version is 9.0, not 1, and was renamed to"),
        ("recording", { try $0.recording }, "its version is not 2.0; make one with `record FILE`"),
        ("routes", { try $0.routes }, "its version is 9.0, not 1; write it with `switchboard routes --json`"),
        ("contract", { try $0.contract }, "its version is 9.0, not 1; have the tests write it again"),
    ]

    @Test(arguments: later) func `a file of a later version is refused with a remedy`(
        _ row: (name: String, reading: Reading, words: String)
    ) throws {
        try GoldenHome.with {
            $0.replacing(#/("format_version" ?: ?)"\d\.\d"/#) { "\($0.1)\"9.0\"" }
        } _: { home in
            let found = Result { try row.reading(home) }.words
            #expect(found.contains(row.words), "\(row.name): \(found)")
        }
    }
}

extension Result<String, any Error> {
    /// The text, or the text of the error.
    fileprivate var words: String {
        switch self {
        case .success(let text): text
        case .failure(let error): "\(error)"
        }
    }
}
