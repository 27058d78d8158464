import ModuleKit

/// The examples of `Documentation/Testing.md`, as a module.
struct ShopModule: Module {
    static let info = ModuleInfo("Shop", "1.0", "The examples of a guide")

    struct City: Codable, Sendable, Equatable { let name: String }
    struct Payment: Codable, Sendable, Equatable { let amount: Int }
    enum ShopError: Error, Equatable { case closed }

    final class Basket: ViewModel {
        struct Message: Codable { let added: Int }

        let count = Live(0)
        var content: [PageElement] {
            Field("In the basket", "\(count.value)")
            Action("Add one", sending: Message(added: 1))
        }
        func receive(_ message: Message) { count.update { $0 += message.added } }
    }

    let basket = Basket()
    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    func stop() async { context.log(.info, "the shop closes") }

    var routes: [Route] {
        Open("/shop/basket") { _ in Page("Your basket", showing: basket) }
        Open("/shop/city") { _ in
            NavigationCommand.present(
                Page("Which city?") {
                    Action("Hangzhou", calling: "app://shop/city/hangzhou", then: .dismiss)
                    Action("Close", calling: "app://shop/city/close", then: .open(url: "app://shop/basket"))
                    Action("Ask", calling: "app://shop/city/hangzhou")
                    Link("Back to the shop", to: "app://shop/back")
                    Form("Other", calling: "app://shop/city/other", then: .dismiss) {
                        TextField("name", "Name").required()
                    }
                })
        }
        Open("/shop/back") { _ in NavigationCommand.popTo(url: "app://nowhere") }
        Call("/shop/city/hangzhou") { _ in City(name: "Hangzhou") }
        Call("/shop/city/close") { _ in context.log(.notice, "closed") }
        Call("/shop/city/other", taking: City.self) { city in city }
        Call("/shop/buy") { _ in
            let city = try await context.open("app://shop/city", awaiting: City.self)
            context.log(.notice, "a person buys", ["city": city?.name ?? "none", "count": basket.count.value])
            return try await context.call("app://bank/pay", Payment(amount: 42), as: Bool.self)
        }
        Call(stream: "/shop/prices") { _ in
            AsyncStream<Int> { continuation in
                for price in [1, 2, 3] { continuation.yield(price) }
                continuation.finish()
            }
        }
        Call(object: "/shop/model") { _ in basket }
        Call("/shop/coupon") { (request: Request) in request.context(as: String.self) ?? "none" }
        Call("/shop/slow") { _ in try await Task.sleep(for: .seconds(3_600)) }
        Open("/shop/secret/:code") { request in
            let code = request.parameters["code"] ?? ""
            context.log(
                .warning, "opened \(request.url) with \(code)",
                ["code": "x", "list": [code], "url": "\(request.url)"])
            return Page("Secret")
        }
        .sensitive("code")
    }
}

/// The module that the shop calls.
struct BankModule: Module {
    static let info = ModuleInfo("Bank", "1.0", "Takes payments")
    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/bank/pay", taking: ShopModule.Payment.self) { payment -> Bool in
            context.log(.debug, "paid", ["amount": payment.amount])
            return payment.amount > 0
        }
    }
}
