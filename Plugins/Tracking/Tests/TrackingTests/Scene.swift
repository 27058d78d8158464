import Foundation
import ModuleTesting

@testable import Tracking

/// The user's choices at a counter: calls, and messages to the page's own module.
final class CounterModel: ViewModel {
    enum Message: Codable {
        case ask, fail
        case tell(text: String, pin: String)
    }

    var content: [PageElement] {
        Action("Stock", calling: "app://shop/stock")
        Action("Break", calling: "app://shop/broken")
        Action("Ask", sending: .ask)
        Action("Fail", sending: .fail)
        Form("Tell", sending: "tell") {
            TextField("text")
            SecretField("pin")
        }
        Form.pay
    }

    func receive(_ message: Message) throws {
        if case .fail = message { throw TrackedShop.ShopError.closed }
    }
}

extension Form {
    fileprivate static var pay: Form {
        Form("Pay", calling: "app://shop/pay") {
            TextField("sum")
            TextField("card")
        }
    }
}

/// A module that contains a shop without tracking code and a tracking module, because a harness tests only one module.
struct TrackedShop: Module {
    static let info = ModuleInfo("Shop", "1.0", "A shop")

    let tracking: TrackingModule

    init(context: ModuleContext) throws { tracking = try TrackingModule(context: context) }

    init(context: ModuleContext, configuration: Configuration) {
        tracking = TrackingModule(context: context, configuration: configuration)
    }

    var routes: [Route] { return tracking.routes + Self.shop }

    @RoutesBuilder private static var shop: [Route] {
        Open("/shop/lamp/:id") { _ in
            Page("Lamp") {
                Field("Price", "30")
                Container("more") { Field("Colour", "red") }
                Table(["Size"], rows: [Table.Row(["1"]), Table.Row(["2"])])
                Link("Shelf", to: "app://shop/shelf")
            }
        }
        Open("/shop/shelf") { _ in NavigationCommand.present(Page("Shelf")) }
        Open("/shop/old") { _ in Response.redirect(to: "app://shop/shelf") }
        Call("/shop/stock") { _ in 3 }
        Call("/shop/broken") { (_: Request) -> Int in throw ShopError.closed }
        Open("/shop/login") { _ in
            Page("Log in") {
                Form("Log in", calling: "app://shop/session") {
                    TextField("user")
                    SecretField("password")
                }
                Form.pay
            }
        }
        Open("/shop/counter/:id") { _ in Page("Counter", showing: CounterModel()) }
        Call("/shop/session") { _ in true }
        Call("/shop/pay") { _ in true }.sensitive("card")
        Open("/shop/gift/:token") { (request: Request) in
            Page("For \(request.parameters["token"] ?? "")") { Field("Code", request.parameters["code"] ?? "") }
        }
        .sensitive("token", "code")
    }

    var interceptors: [Interceptor] { return tracking.interceptors }
    var subscriptions: [Subscription] { return tracking.subscriptions }
    func start() async { await tracking.start() }
    func stop() async { await tracking.stop() }

    enum ShopError: Error { case closed }
}

/// A tracked shop and the file of its records.
struct Scene {
    let harness: ModuleHarness<TrackedShop>
    let file: RecordFile

    /// Runs a body with a scene in a separate folder.
    static func with(
        _ rules: [String] = [], seed: UInt64 = 1, byteLimit: Int = 8 * 1_048_576, queueLimit: Int = 10_000,
        folder chosen: String?? = nil, _ body: (Scene) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "tracking-\(UInt64.random(in: .min ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = Configuration(
            folder: chosen ?? (folder + "/state/tracking"), byteLimit: byteLimit, queueLimit: queueLimit, seed: seed)
        let harness = try await ModuleHarness(TrackedShop.self) { context in
            TrackedShop(context: context, configuration: configuration)
        }
        let file = RecordFile(folder: configuration.folder ?? "", limit: configuration.byteLimit)
        let scene = Scene(harness: harness, file: file)
        if !rules.isEmpty { _ = try await scene.take(rules) }
        try await body(scene)
        await harness.module.stop()
    }

    /// Gives rules to the module, as a remote's table would, and returns the reasons if the module refuses them.
    func take(_ rules: [String]) async throws -> [String] {
        let payloads = try rules.map { try Payload(json: Array($0.utf8)) }
        let delivery = await harness.publish(.tableRules("tracking"), payloads)
        return delivery.failures.map { "\($0.reason)" }
    }

    /// Stops the module and returns its records.
    func records() async throws -> [Line] {
        await harness.module.stop()
        return try lines(of: file.path)
    }

    func lines(of path: String) throws -> [Line] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// A line of the file.
    struct Line: Decodable, Equatable {
        var kind: String
        var pattern: String
        var origin: String
        var outcome: String?
        var fields: [String: String]
    }
}
