// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit
import Synchronization

/// Does everything that a module may do, so that a test can compare it isolated and in the host's process.
struct ConfinedModule: Module {
    static let info = ModuleInfo("Confined", "1.0", "Does all that a module may do")
    private let context: ModuleContext
    private let heard = Heard()
    private let counter = CounterModel()

    init(context: ModuleContext) { self.context = context }

    final class Heard: Sendable {
        let words = Mutex<[String]>([])
        let task = Mutex<AsyncStream<Void>?>(nil)
        let waiting = Mutex(0)
    }

    struct Note: Record {
        let id: Int
        var text: String
    }

    struct Refusal: Error, CustomStringConvertible { let description = "not today; ask tomorrow" }

    func start() async throws {
        // Another module may not have started yet, but requests to it are possible.
        print("started with \(context.canOpen("app://outside/echo", for: .call))")
    }

    func stop() async {
        // If the task did not end, this function would not end.
        if let task = heard.task.withLock(\.self) {
            for await _ in task {}
            print("its task has ended")
        }
        print("stopped")
    }

    var interceptors: [Interceptor] {
        Interceptor("guard", onLabelled: "confined-guard") { (request: Request) -> Decision in
            switch request.parameters["what"] {
            case "refuse": .refuse("the guard is awake; come back")
            case "redirect": .redirect(to: "app://outside/page")
            case "answer": .answer(Page("Answered") { Text("by the guard") })
            case "change": .change(request.with(url: "app://outside/guarded/changed"))
            case "throw": throw Refusal()
            case "detour":
                .detour(to: "app://outside/picker") { value in
                    try value.decode(as: String.self) == "yes" ? .pass : .refuse("no; say yes")
                }
            default: .pass
            }
        }
        Interceptor("witness", onLabelled: "confined-witness").afterwards { request, outcome in
            if request.parameters["what"] == "hidden" { return .answered(.page(Page("Hidden"))) }
            if case .failed(let error) = outcome { print("witness saw \(error)") }
            return outcome
        }
    }

    var subscriptions: [Subscription] {
        Subscription(to: Event<String>("outside.happened")) { word in
            if word == "bad" { throw Refusal() }
            heard.words.withLock { $0.append(word) }
        }
    }

    var services: [Offer] { Offer(ServiceKey<String>("confined-text", "1.0")) { "text" } }

    var routes: [Route] { return requests + values + life }

    @RoutesBuilder private var requests: [Route] {
        Call("/confined/ask") { (request: Request) in
            try await context.call("app://outside/echo", try request.decode(as: String.self), as: String.self)
        }
        Call("/confined/rethrow") { (request: Request) in
            try await context.call(RouteURL(request.parameters["url"] ?? ""), as: String.self)
        }
        Call("/confined/behalf", access: .public) { (request: Request) in
            try await context.onBehalf(of: request).call("app://outside/origin", as: String.self)
        }
        Call("/confined/origin") { _ in try await context.call("app://outside/origin", as: String.self) }
        Call("/confined/sum") { _ in
            var sum = 0
            for try await number in try await context.stream("app://outside/numbers", of: Int.self) { sum += number }
            return sum
        }
        Call("/confined/can") { _ in
            let labelled = context.routes(labelled: "confined.test").map {
                "\($0.module) \($0.pattern) \($0.text ?? "")"
            }
            return [
                "\(context.availability(of: "app://outside/page"))",
                "\(context.availability(of: "app://outside/nothing"))",
                "\(context.availability(of: "app://confined/secret"))",
            ] + labelled
        }
        Call("/confined/publish") { (request: Request) in
            let delivery = await context.publish(
                Event<String>("confined.happened"), try request.decode(as: String.self))
            return ["\(delivery.event) \(delivery.count)"] + delivery.failures.map { "\($0.module): \($0.reason)" }
        }
        Call("/confined/later") { (_: Request) -> [String] in
            let (words, word) = AsyncStream.makeStream(of: String.self)
            let (task, end) = AsyncStream.makeStream(of: Void.self)
            heard.task.withLock { $0 = task }
            context.background {
                defer { end.finish() }
                try await context.clock.sleep(for: .milliseconds(1))
                word.yield(try await context.call("app://outside/echo", "later", as: String.self))
                try await context.clock.sleep(for: .seconds(3_600))
            }
            for await word in words { return [word] }
            return []
        }
        Call("/confined/heard") { _ in heard.words.withLock(\.self) }
        Call("/confined/service") { _ in try context.service(ServiceKey<String>("outside-text", "1.0")) }
        Call("/confined/redeclare") { _ in
            try context.redeclare(
                interceptors: [
                    Interceptor("later", onLabelled: "confined-later") { _ in .refuse("declared later; wait") }
                ],
                subscriptions: [])
            return true
        }
        Open("/confined/open") { (_: Request) async throws -> Response in
            let feedback = try await context.open("app://outside/page", style: .presented)
            let top = feedback.stack.last.map { "\($0.title), \($0.style)" } ?? ""
            return .page(Page("Opened \(feedback.stack.count) \(top)"))
        }
        Open("/confined/around") { _ in
            let page = try await context.call("app://outside/live", as: Page.self)
            return Page("Around") { Container("part", showing: page) }
        }
    }

    @RoutesBuilder private var values: [Route] {
        Open("/confined/counter") { _ in Page("Counter", showing: counter) }
        Call("/confined/count") { (_: Request) in counter.add(1) }
        Open("/confined/form") { _ in
            Page("Form") {
                Container("part", receiving: { (word: String) in print("received \(word)") }) {
                    Action("Say it", sending: "a word")
                }
            }
        }
        Open("/confined/over") { _ in NavigationCommand.sequence([.popToRoot, .push(Page("Over"))]) }
        Open("/confined/secret", access: .internal) { _ in Page("Secret") }
        Open("/confined/old/:id<int>") { request in Page("Old \(request.parameters["id"] ?? "")") }
            .labelled("confined.test", "Old").summary("An old page").suppressingDuplicates()
        Open("/confined/declined") { (_: Request) in Response.declined }
        Call("/confined/bytes") { (request: Request) in try request.decode(as: [UInt8].self).reversed() as [UInt8] }
        Call(stream: "/confined/numbers") { _ in
            AsyncStream<Int> { continuation in
                for number in 1...3 { continuation.yield(number) }
                continuation.finish()
            }
        }
        Call("/confined/storage") { (_: Request) async throws -> [String] in
            let setting = try await context.storage.settings.value("word", default: "none")
            let before = setting.value
            setting.value = "kept"
            try await context.storage.settings.synchronize()
            try await context.storage.secrets.write(Secret("content"), to: "a secret")
            try await context.storage.records(Note.self).upsert(Note(id: 1, text: "noted"))
            let notes = try await context.storage.records(Note.self).all()
            return [before, "\(try await context.storage.secrets.read("a secret") == Secret("content"))"]
                + notes.map(\.text)
        }
    }

    @RoutesBuilder private var life: [Route] {
        Call("/confined/process") { _ in Int(getpid()) }
        // Each handled number is a line of a file.
        Call("/confined/work/:number<int>") { (request: Request) in
            let line = "\(request.parameters["number"] ?? "")\n"
            let file = open(try request.body?.decode(as: String.self) ?? "", O_WRONLY | O_APPEND | O_CREAT, 0o600)
            defer { close(file) }
            _ = line.withCString { write(file, $0, strlen($0)) }
            return try request.parameters.value("number", as: Int.self)
        }
        Call("/confined/parent") { _ in Int(getppid()) }
        Call("/confined/say") { (_: Request) -> Bool in
            print("one line\nand \u{1B}[31manother")
            _ = "no end of line".withCString { write(STDERR_FILENO, $0, strlen($0)) }
            return true
        }
        Call("/confined/status/:field") { (request: Request) -> String in
            guard let file = fopen("/proc/self/status", "r") else { return "" }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            while fgets(&line, CInt(line.count), file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                guard text.hasPrefix(request.parameters["field"] ?? "") else { continue }
                return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            return ""
        }
        Call("/confined/files") { (_: Request) -> Int in
            var opened: [CInt] = []
            while opened.count < 5_000 {
                let file = open("/dev/null", O_RDONLY)
                guard file >= 0 else { break }
                opened.append(file)
            }
            for file in opened { close(file) }
            return opened.count
        }
        Call("/confined/memory") { (_: Request) -> Int in
            var blocks: [[UInt8]] = []
            for _ in 0..<(8 << 10) { blocks.append([UInt8](repeating: 1, count: 1 << 20)) }
            return blocks.count
        }
        Call("/confined/burn") { (_: Request) -> Int in
            var number = 1
            while number != 0 { number = number &* 3 | 1 }
            return number
        }
        Call("/confined/kill") { (_: Request) -> Int in Int(raise(SIGKILL)) }
        Call("/confined/exit") { (_: Request) -> Int in exit(3) }
        Call("/confined/waiting") { _ in heard.waiting.withLock(\.self) }
        Call("/confined/wait") { (_: Request) async throws -> Int in
            heard.waiting.withLock { $0 += 1 }
            try await Task.sleep(for: .seconds(600))
            return 0
        }
        Call("/confined/block") { (_: Request) -> Int in Int(sleep(600)) }
        // The module can leave the group of its process.
        Call("/confined/leave") { (_: Request) -> Int in Int(setpgid(0, getpgid(getppid()))) }
        Call("/confined/break") { (_: Request) -> Bool in
            // The module knows the socket of the host.
            _ = write(3, "\u{7}\u{0}\u{0}\u{0}garbage", 11)
            return true
        }
    }
}

final class CounterModel: ViewModel {
    enum Message: Codable { case add(Int) }

    private let count = Live(0)

    var content: [PageElement] {
        Field("Count", "\(count.value)")
        Action("One more", sending: .add(1))
        Container("inner", receiving: { (number: Int) in _ = self.add(number) }) {
            ModuleKit.Action("Ten more", sending: 10)
        }
    }

    func receive(_ message: Message) {
        switch message {
        case .add(let number): _ = add(number)
        }
    }

    func add(_ number: Int) -> Int {
        count.update {
            $0 += number
            return $0
        }
    }
}

/// The module that Confined calls, in the host's process.
struct OutsideModule: Module {
    static let info = ModuleInfo("Outside", "1.0", "Answers Confined")
    private let context: ModuleContext
    private let counter = CounterModel()

    init(context: ModuleContext) { self.context = context }

    var subscriptions: [Subscription] {
        Subscription(to: Event<String>("confined.happened")) { word in
            if word == "bad" { throw ConfinedModule.Refusal() }
        }
    }

    var services: [Offer] { Offer(ServiceKey<String>("outside-text", "1.0")) { "text" } }

    var routes: [Route] {
        Call("/outside/echo") { (request: Request) in try request.decode(as: String.self) }
        Call("/outside/origin", access: .public) { (request: Request) in "\(request.origin)" }
        Call("/outside/fail") { (_: Request) throws -> String in throw ConfinedModule.Refusal() }
        Call("/outside/number") { _ in 7 }
        Call("/outside/needs/:id<int>", taking: Needs.self) { needs in needs.name }
        Call("/outside/secret", access: .internal) { _ in "secret" }.labelled("confined.test", "Secret")
        Call("/outside/service") { _ in try context.service(ServiceKey<String>("confined-text", "1.0")) }
        Call("/outside/publish") { (request: Request) in
            let delivery = await context.publish(Event<String>("outside.happened"), try request.decode(as: String.self))
            return ["\(delivery.count)"] + delivery.failures.map { "\($0.module): \($0.reason)" }
        }
        Call(stream: "/outside/numbers") { _ in
            AsyncStream<Int> { continuation in
                for number in 1...100 { continuation.yield(number) }
                continuation.finish()
            }
        }
        Open("/outside/page") { _ in Page("Outside") }.labelled("confined.test", "Outside").labelled("confined-later")
        Open("/outside/live") { _ in Page("Live", showing: counter) }
        Call("/outside/count") { (_: Request) in counter.add(100) }
        Open("/outside/guarded/:what") { request in Page("Guarded \(request.parameters["what"] ?? "")") }
            .labelled("confined-guard")
        Open("/outside/seen/fail") { (_: Request) throws -> Page in throw ConfinedModule.Refusal() }
            .labelled("confined-witness")
        Open("/outside/seen/:what") { request in Page("Seen \(request.parameters["what"] ?? "")") }
            .labelled("confined-witness")
        Call(object: "/outside/seen/box") { _ in Box(text: "kept") }
        Call("/outside/seen/refusal") { (_: Request) throws -> String in throw ConfinedModule.Refusal() }
        Call("/outside/boxed") { _ in try await context.call("app://outside/seen/box", as: Box.self).text }
        Call("/outside/refused") { _ in
            do throws(RequestError) {
                return try await context.call("app://outside/seen/refusal", as: String.self)
            } catch {
                guard error.code == .handlerFailed else { throw error }
                return "\(error.cause is ConfinedModule.Refusal)"
            }
        }
        Open("/outside/picker") { _ in
            NavigationCommand.present(Page("Picker") { Link("Pick", to: "app://outside/picked") })
        }
        Open("/outside/picked") { _ in NavigationCommand.dismiss(value: Payload("yes")) }
    }

    struct Needs: Decodable, Sendable { let id: Int, name: String }

    struct Box: Sendable { let text: String }
}

@c(switchboard_v1_Confined)
public func switchboardConfined(_ host: HostPointer) -> CInt { ConfinedModule.export(to: host) }

@c(switchboard_v1_Outside)
public func switchboardOutside(_ host: HostPointer) -> CInt { OutsideModule.export(to: host) }
