// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit
import Synchronization

/// The module that is reloaded. It answers a number with the number and its own version, after a moment in which it
/// may be replaced.
struct TurnoverModule: Module {
    #if SECOND
        static let version = Version(2)
    #else
        static let version = Version(1)
    #endif
    static let info = ModuleInfo("Turnover", version, "Is replaced")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    struct Answer: Codable { let number: Int, version: Int }

    /// The behaviour that the test requests.
    static var wish: String { getenv("TURNOVER").map { String(cString: $0) } ?? "" }

    func start() async throws {
        if Self.wish == "fail \(Self.version.major)" { throw Trouble() }
    }

    func stop() async {
        guard Self.wish == "tell" else { return }
        let line = "Turnover \(Self.version.major) has stopped\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    struct Trouble: Error {}

    var routes: [Route] {
        Call("/turnover/:number<int>") { request in
            let number: Int = try request.parameters.value("number")
            _ = try await context.call("app://clients/hit/\(number)", as: Bool.self)
            await Task.yield()
            return Answer(number: number, version: Self.version.major)
        }
        Open("/turnover/page") { _ in Page("Version \(Self.version.major)", showing: AskingModel(context: context)) }
        Open("/turnover/single") { _ in Page("Single \(Self.version.major)") {} }.single()
    }
}

/// The view model of a page that calls another module in the name of its module.
final class AskingModel: ViewModel {
    enum Message: Codable { case ask }

    private let context: ModuleContext
    private let answer = Live("none yet")

    init(context: ModuleContext) { self.context = context }

    var content: [PageElement] {
        Field("Answer", answer.value)
        Action("Ask", sending: .ask)
    }

    func receive(_ message: Message) async throws {
        let isThere = try await context.call("app://clients/hit/0", as: Bool.self)
        answer.value = "version \(TurnoverModule.version.major) was told \(isThere)"
    }
}

@c(switchboard_v1_Turnover)
public func turnover(_ host: HostPointer) -> CInt { TurnoverModule.export(to: host) }
