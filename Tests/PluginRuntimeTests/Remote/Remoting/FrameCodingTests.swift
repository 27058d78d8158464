import Foundation
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `A frame` {
    private static func decoder(_ body: (inout FrameEncoder) throws -> Void) throws -> FrameDecoder {
        var frame = FrameEncoder(.ask, 300)
        try body(&frame)
        var decoder = FrameDecoder(Array(frame.bytes.dropFirst(FrameEncoder.headSize)))
        #expect(try decoder.kind() == .ask)
        #expect(try decoder.number() == 300)
        return decoder
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, UInt64(Int64.max), .max])
    func `a frame's numbers are read as they were written`(number: UInt64) throws {
        var decoder = try Self.decoder { $0.append(number) }
        #expect(try decoder.number() == number)
        #expect(decoder.isAtEnd)
    }

    @Test func `every kind of field is read as it was written`() throws {
        var decoder = try Self.decoder { frame in
            try frame.write(-7)
            try frame.write(true)
            try frame.write("é\u{0}")
            try frame.write(FrameBytes([1, 2, 255]))
            try frame.write(String?.none)
            try frame.write("there" as String?)
            try frame.write(["a", "b"])
        }
        #expect(try decoder.read(Int.self) == -7)
        #expect(try decoder.read(Bool.self))
        #expect(try decoder.read(String.self) == "é\u{0}")
        #expect(try decoder.read(FrameBytes.self).content == [1, 2, 255])
        #expect(try decoder.read(String?.self) == nil)
        #expect(try decoder.read(String?.self) == "there")
        #expect(try decoder.read([String].self) == ["a", "b"])
        #expect(decoder.isAtEnd)
    }

    @Test(arguments: [WebServiceCall.AnswerForm.json, .bytes, .response], [nil, 0, 300, 1 << 20, 1 << 24])
    func `the form and size limit of an answer are kept`(form: WebServiceCall.AnswerForm, sizeLimit: Int?) throws {
        let call = WebServiceCall(
            service: "s", module: "M", method: .get, headers: [:], mediaType: nil, retries: 0, deadline: .seconds(1),
            sensitiveParameters: [], answerForm: form, sizeLimit: sizeLimit, progress: nil)
        var decoder = try Self.decoder { try $0.write(call) }
        let read = try decoder.read(WebServiceCall.self)
        #expect(read.answerForm == form && read.sizeLimit == call.sizeLimit && decoder.isAtEnd)
    }

    static let damaged: [(bytes: [UInt8], fault: FrameError)] = [
        ([], .truncated), ([0x80], .truncated), ([5, 1, 2], .truncated),
        ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .truncated),
        ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02], .malformed),
        ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], .malformed),
        ([2, 0xC3, 0x28], .malformed),
    ]

    @Test(arguments: damaged) func `a damaged frame is an error`(bytes: [UInt8], fault: FrameError) {
        var decoder = FrameDecoder(bytes)
        #expect(throws: fault) { try decoder.text() }
        var list = FrameDecoder(bytes)
        #expect(throws: FrameError.self) { try list.read([String].self) }
    }

    @Test(arguments: [(0, true), (1, false)])
    func `the number of all list elements in a frame is limited`(excess: Int, isReadable: Bool) throws {
        var decoder = try Self.decoder { frame in
            try frame.write(["", ""])
            try frame.write(Array(repeating: "", count: WireProtocol.listLimit - 2 + excess))
        }
        _ = try decoder.read([String].self)
        #expect(((try? decoder.read([String].self)) != nil) == isReadable)
    }

    @Test func `the depth of nested errors in a frame is limited`() throws {
        func nested(_ depth: Int) -> RequestError {
            let reason: RequestError.Reason =
                depth == 0
                ? .tooDeep(chain: []) : .handlerFailed(url: "", route: "", owner: "", reason: Thrown(nested(depth - 1)))
            return RequestError(reason)
        }
        for (depth, isReadable) in [(0, true), (32, true), (33, false), (100, false)] {
            var frame = FrameEncoder(.failure, 1)
            try frame.write(Thrown(nested(depth)))
            // The thread of a reader may have a small stack.
            let thread = Thread { [frame] in
                var decoder = FrameDecoder(Array(frame.bytes.dropFirst(FrameEncoder.headSize)))
                _ = (try? decoder.kind(), try? decoder.number())
                #expect(((try? decoder.read(Thrown.self)) != nil) == isReadable)
            }
            thread.stackSize = 512 << 10
            thread.start()
            while !thread.isFinished { sched_yield() }
        }
    }

    static let errors: [RequestError.Reason] = [
        .invalidURL("a b", reason: "no", redirectedFrom: "app://a"),
        .invalidURL("", reason: "it is empty", redirectedFrom: nil),
        .noRoute(url: "u", asked: "a", near: ["/b", "/c"]),
        .accessDenied(url: "u", route: "/r", owner: "O", access: .modules, origin: .external),
        .wrongVerb(url: "u", route: "/r", owner: "O", expected: .call),
        .handlerFailed(
            url: "u", route: "/r", owner: "O", reason: Thrown(ParameterError.missing(name: "n", expected: "Int"))),
        .unexpectedAnswer(url: "u", answeredBy: .handler(route: "/r", module: "M"), verb: .open, answer: "a value"),
        .unreadableValue(
            url: "u", answeredBy: .resolver("r"), reason: .mismatch(expected: "Int", found: "JSON", reason: "no")),
        .tooManyRedirects(chain: ["a", "b"], by: ["c"]), .tooDeep(chain: ["a"]),
        .deadline(url: "u", stage: .navigator, limit: .milliseconds(1_500)), .cancelled(url: "u", during: .lookUp),
        .refused(url: "u", by: .interceptor("i", module: "M"), reason: "no; wait"),
        .stageFailed(
            url: "u", stage: .installation(module: "M"), reason: Thrown(DescribedError(description: "it broke"))),
        .moduleNotStarted(url: "u", module: "M", reason: Thrown(CancellationError())),
        .moduleLeft(url: "u", module: "M"),
        .rewriteFailed(url: "u", rewrite: "/r", owner: "O", reason: "no"),
        .invalidURL("app://a/%{..}", reason: "no", redirectedFrom: nil),
        .contextRefused(url: "u", origin: .shell), .remote(url: "u", reason: .timedOut(resolver: "r", seconds: 3)),
        .remote(url: "u", reason: .status(resolver: "r", code: 404, excerpt: "none")),
        .remote(url: "u", reason: .timedOut(resolver: "r", seconds: 3), module: "M"),
        .gone(url: "u", resolver: "r", reason: nil), .denied(url: "u", resolver: "r", reason: "no"),
        .callNotSent(service: "s", reason: "no"),
        .stageFailed(
            url: "u", stage: .page(url: "p"),
            reason: Thrown(
                ParametersError(
                    [
                        .mistypedInBody(name: "a", found: "1", expected: "Int"),
                        .refused(name: "b", found: nil, reason: "no"),
                    ],
                    isComplete: false))),
    ]

    @Test(arguments: errors.indices) func `request errors are read as they were written`(number: Int) throws {
        let error = RequestError(Self.errors[number])
        var frame = FrameEncoder(.failure, 1)
        try frame.write(Thrown(error))
        var decoder = FrameDecoder(Array(frame.bytes.dropFirst(FrameEncoder.headSize)))
        _ = (try decoder.kind(), try decoder.number())
        let read = try #require(try decoder.read(Thrown.self).error as? RequestError)
        #expect(decoder.isAtEnd)
        #expect("\(read)" == "\(error)")
        #expect(read.code == error.code && read.url == error.url && read.stage == error.stage)
    }

    static let unknown: [(any FrameValue.Type, UInt8)] = [
        (Request.Stage.self, 9), (Origin.self, 4), (Thrown.self, 6), (Response.self, 7), (Payload.self, 7),
        (PayloadError.self, 3), (SentDecision.self, 7), (Outcome.self, 2), (RequestOutcome.self, 3),
        (Feedback.Outcome.self, 5), (Bool.self, 2),
    ]

    @Test(arguments: unknown) func `an unknown tag in a frame is an error`(
        type: any FrameValue.Type, tag: UInt8
    ) throws {
        // The bytes after the tag are valid for any fields.
        var decoder = FrameDecoder([tag] + [UInt8](repeating: 0, count: 20))
        #expect(throws: FrameError.malformed) { try decoder.read(type) }
    }

    @Test func `a frame of random bytes does not crash the process`() {
        var random = SplitMix64(seed: 43)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                // Small numbers are tags and lengths.
                UInt8.random(in: Bool.random(using: &random) ? 0...26 : 0...255, using: &random)
            }
            var decoder = FrameDecoder(bytes)
            _ = try? decoder.read(Thrown.self)
            _ = try? decoder.read([StackEntry].self)
            _ = try? decoder.read(Delivery.self)
            _ = try? decoder.read(LabelledRoute.self)
            _ = try? decoder.read(RequestImage.self)
            _ = try? decoder.read(SentDecision.self)
            _ = try? decoder.read(RequestOutcome.self)
            _ = try? decoder.read(Manifest.self)
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A manifest in a frame` {
    private struct Search: Codable, CaseIterable {
        let near: [String: [Int?]]
        let size: Size?
        let at: Date

        enum Size: String, Codable, CaseIterable { case small, large }

        static var allCases: [Search] { [] }
    }

    private static let date = ParameterType("date", characters: .digits.union(CharacterClass("-é")), length: 10...10)

    private static let full: Manifest = {
        var registration = Registration(owner: "Homes")
        registration.types = [date, ParameterType("kind", alternatives: ["house", "flat"])]
        var route = Open("/homes/:id<int>") { _ in Response.done }.priority(2)
            .sensitive("token").labelled("centre", "Homes").summary("All homes")
            .suppressingDuplicates(within: .seconds(3)).route
        route.name = "home"
        let call = Call("/homes/search", taking: Search.self) { [$0] }.route
        registration.routes = [route, call]
        registration.rewrites = [
            Rewrite("/old/:id", to: "/homes/:id").deprecated(from: "2026-12-31"), Rewrite("/b", to: "/c"),
        ]
        registration.interceptors = [
            Interceptor("all") { _ in .pass },
            Interceptor("some", on: "/a", "/b", onLabelled: "centre", before: ["M.x"], after: ["y"]) { _ in .pass }
                .afterwards { $1 },
        ]
        registration.services = [Offer(ServiceKey<Int>("count", "1.2")) { 1 }]
        registration.subscriptions = [Subscription(to: Event<Int>("let")) { _ in }.deadline(.milliseconds(1_500))]
        return Manifest(registration, hasValues: true)
    }()

    private static func read<Value: FrameValue>(_ value: Value) throws -> Value {
        var frame = FrameEncoder()
        try frame.write(value)
        var decoder = FrameDecoder(frame.bytes)
        let read: Value = try decoder.read()
        #expect(decoder.isAtEnd)
        return read
    }

    @Test(arguments: [full, Manifest(Registration(owner: "Empty"))])
    func `a manifest is read as it was written`(manifest: Manifest) throws {
        #expect(try Self.read(manifest) == manifest)
    }

    @Test func `a registration is sent without types and source locations`() throws {
        var registration = Self.full.registration(of: "Homes")
        for place in registration.routes.indices { registration.routes[place].remoteTypes = nil }
        let read = Manifest(try Self.read(registration))
        #expect(read.routes.map(\.pattern) == ["/homes/:id<int>", "/homes/search"])
        #expect(read.routes[0].labels == Self.full.routes[0].labels)
        #expect(read.routes.allSatisfy { $0.location.fileID.isEmpty && $0.input == nil })
        #expect((read.types, read.rewrites.count, read.interceptors.count) == (Self.full.types, 2, 2))
    }

    @Test func `a manifest with too many declarations is an error`() throws {
        var registration = Registration(owner: "Crowd")
        registration.rewrites = (0...1_000).map { Rewrite("/\($0)", to: "/") }
        var frame = FrameEncoder()
        try frame.write(registration)
        var decoder = FrameDecoder(frame.bytes)
        let error = RegistrationError.invalid([.tooMany("rewrites", found: 1_001, limit: 1_000)], owner: "Crowd")
        #expect(throws: error) { try decoder.read(Manifest.self) }
    }

    @Test func `the depth of nested types in a manifest is limited`() {
        for (depth, isReadable) in [(90, true), (1_000_000, false)] {
            var decoder = FrameDecoder([UInt8](repeating: 8, count: depth) + [0])
            #expect(((try? decoder.read(TypeShape.self)) != nil) == isReadable)
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A pair of frame sockets` {
    private static func frame(_ number: UInt64, _ size: Int) -> FrameEncoder {
        var frame = FrameEncoder(.notice, number)
        frame.append([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size))
        return frame
    }

    /// Receives packets up to the end of a frame.
    private static func next(_ receiver: FrameSocket, _ buffer: inout [UInt8]) throws -> FrameDecoder {
        while true { if let frame = try receiver.receive(&buffer) { return frame } }
    }

    @Test func `frames of any size arrive, also if the receiver reads later`() throws {
        let (first, second) = try FrameSocket.pair()
        let (sender, receiver) = (FrameSocket(first), FrameSocket(second))
        let sizes = [0, 1, 60_000, 61_439, 61_440, 61_441, 200_000, 5 << 20]
        for (number, size) in sizes.enumerated() { sender.send(Self.frame(UInt64(number), size)) }
        var buffer: [UInt8] = []
        for (number, size) in sizes.enumerated() {
            var frame = try Self.next(receiver, &buffer)
            #expect(try frame.kind() == .notice)
            #expect(try frame.number() == UInt64(number))
            let data = try frame.data()
            #expect(data.count == size && data.allSatisfy { $0 == UInt8(number) })
        }
        sender.shutDown()
        #expect(throws: PeerError.ended) { try receiver.receive(&buffer) }
    }

    @Test func `a frame is refused if more bytes wait than its limit allows`() throws {
        let (first, second) = try FrameSocket.pair()
        let (sender, receiver) = (FrameSocket(first), FrameSocket(second))
        let size = WireProtocol.frameLimit - 100
        for number in 0..<3 {
            #expect(sender.send(Self.frame(UInt64(number), size), waitingAtMost: WireProtocol.openBytes))
        }
        #expect(!sender.send(Self.frame(3, 100), waitingAtMost: WireProtocol.frameLimit))
        #expect(sender.send(Self.frame(4, 100)))
        var buffer: [UInt8] = []
        for number in [0, 1, 2, 4] as [UInt64] {
            var frame = try Self.next(receiver, &buffer)
            _ = try frame.kind()
            #expect(try frame.number() == number)
        }
    }

    @Test func `a frame is received after earlier frames lost parts`() throws {
        let parts = FrameParts()
        for number in 0..<40 as Range<UInt64> {
            let packets = Array(FrameParts.packets(of: Self.frame(number, 2 * FrameParts.size), number: number))
            #expect(try parts.frame(of: packets[0][...]) == nil)
            if number < 39 { continue }
            let found = try packets.dropFirst().map { try parts.frame(of: $0[...]) }
            #expect(found.map { $0 == nil } == [true, false])
        }
    }

    static let packets: [[UInt8]] = [
        [7], [1], [1] + [UInt8](repeating: 0, count: 16), [1] + [UInt8](repeating: 0xFF, count: 20),
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 9],
        // Fewer bytes than announced, an offset that is not a multiple of a part's size, and an offset past the end.
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 9],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 9],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0xF0, 0, 0, 9],
    ]

    @Test(arguments: packets) func `an invalid packet is refused`(packet: [UInt8]) throws {
        let (first, second) = try FrameSocket.pair()
        let receiver = FrameSocket(second)
        #expect(send(first, packet, packet.count, 0) == packet.count)
        close(first)
        var buffer: [UInt8] = []
        #expect(throws: FrameError.self) { try receiver.receive(&buffer) }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The message that loads an isolated module` {
    @Test func `the load message has the module's name and library, and none of the host's other data`() throws {
        let library = ModuleLibrary(path: "/store/libB.so", bundledLibraries: ["/store/libC.so"])
        let needs = [Requirement("secret", "1.0"..<"2.0")]
        let module = ModuleDescriptor(
            info: ModuleInfo("B", "2.0", "secret", requirements: needs, webServices: ["secret"]),
            file: "/secret/libB.so", source: .store, library: library, content: SHA256.hash([2]), startsWithHost: true,
            isDisabled: false, problem: nil, isolation: IsolationLimits(environment: ["secret"]))
        var frame = FrameEncoder()
        try frame.write(module.forLoading)
        #expect(!String(decoding: frame.bytes, as: UTF8.self).contains("secret"))
        var reader = FrameDecoder(frame.bytes)
        let read = try reader.read(ModuleDescriptor.self)
        #expect(read.library == library && read.content == module.content && read.name == "B")
    }
}
