@_spi(Host) import ModuleKit
import Testing

private protocol Book: Sendable { var discount: Int { get } }
private protocol Vouchers: Sendable { var best: String { get } }

private struct Shelf: Book { let discount: Int }
private struct Direct: Vouchers { let best: String }

private final class BookVouchers: Vouchers {
    let book: any Book
    init(_ book: any Book) { self.book = book }
    var best: String { "\(book.discount) off" }
}

@Suite(.timeLimit(.minutes(2))) struct `An adapter` {
    private let assembly = Assembly()

    private func book(_ version: Version, _ discount: Int) -> Offer {
        Offer("coupon-book", version, as: (any Book).self) { Shelf(discount: discount) }
    }

    private func adapter(_ range: String = "[1.0,2.0)", to version: Version = Version(1)) -> Adapter {
        Adapter("coupon-book", range, as: (any Book).self, to: "vouchers", version, as: (any Vouchers).self) { book in
            BookVouchers(book)
        }
    }

    private func vouchers(_ range: String = "1") throws -> any Vouchers {
        try assembly.mediator.service("vouchers", range, as: (any Vouchers).self)
    }

    @Test func `an adapter gives a service that no module offers, made of one that a module does`() throws {
        try assembly.register("Bridge", adapters: [adapter()])
        #expect(assembly.failure(of: "vouchers", "1", as: (any Vouchers).self)?.code == .missing)
        try assembly.register("Coupons", services: [book(Version(1, 2), 300)])
        #expect(try vouchers().best == "300 off")
        let service = try #require(assembly.mediator.services.last)
        #expect("\(service)" == "Bridge's vouchers 1.0.0" && service.adaptedFrom == "Coupons")
    }

    @Test func `an adapter makes one object for all`() throws {
        try assembly.register("Bridge", adapters: [adapter()])
        try assembly.register("Coupons", services: [book(Version(1), 300)])
        let first = try vouchers() as? BookVouchers
        try assembly.register("Other", services: [Offer("other", Version(1), as: Int.self) { 1 }])
        let second = try vouchers() as? BookVouchers
        #expect(first != nil && first === second)
    }

    @Test func `an adapter gives way to a direct offer, whatever its version in the range`() throws {
        try assembly.register("Coupons", services: [book(Version(1), 300)], adapters: [adapter(to: Version(1, 9))])
        #expect(try vouchers().best == "300 off")
        let direct = Offer("vouchers", Version(1, 1), as: (any Vouchers).self) { Direct(best: "direct") }
        try assembly.register("Vouchers", services: [direct])
        #expect(try vouchers().best == "direct")
        #expect(try vouchers("[1.5,2.0)").best == "300 off")
    }

    @Test func `an adapter takes the highest version of its source that fits`() throws {
        try assembly.register(
            "Coupons", services: [book(Version(1), 100), book(Version(1, 5), 150), book(Version(2), 200)],
            adapters: [adapter()])
        #expect(try vouchers().best == "150 off")
    }

    @Test func `an adapter of the highest version goes first`() throws {
        try assembly.register("Coupons", services: [book(Version(1), 100), book(Version(2), 200)])
        try assembly.register("Bridge", adapters: [adapter(), adapter("2", to: Version(1, 1))])
        #expect(try vouchers().best == "200 off")
        #expect(try vouchers("[1.0,1.1)").best == "100 off")
    }

    @Test func `an adapter is not put behind another adapter`() throws {
        let further = Adapter("vouchers", "1", as: (any Vouchers).self, to: "gifts", Version(1), as: String.self) {
            $0.best
        }
        try assembly.register("Coupons", services: [book(Version(1), 300)], adapters: [adapter(), further])
        #expect(assembly.failure(of: "gifts", "1", as: String.self)?.code == .missing)
    }

    @Test(arguments: ["Coupons", "Bridge"]) func `an adapter gives nothing more when its module or its source has left`(
        _ owner: String
    ) throws {
        try assembly.register("Bridge", adapters: [adapter()])
        try assembly.register("Coupons", services: [book(Version(1), 300)])
        let held = try vouchers()
        assembly.mediator.unregister(owner: owner)
        #expect(assembly.failure(of: "vouchers", "1", as: (any Vouchers).self)?.code == .missing)
        #expect(held.best == "300 off")
    }

    @Test func `an adapter follows its source to another module`() throws {
        try assembly.register("Bridge", adapters: [adapter()])
        try assembly.register("Coupons", services: [book(Version(1), 300)])
        #expect(try vouchers().best == "300 off")
        assembly.mediator.unregister(owner: "Coupons")
        try assembly.register("Gifts", services: [book(Version(1), 50)])
        #expect(try vouchers().best == "50 off")
    }

    @Test func `an adapter whose source has another type tells so, with both names`() throws {
        let wrong = Offer("coupon-book", Version(1), as: Int.self) { 7 }
        try assembly.register("Coupons", services: [wrong], adapters: [adapter()])
        let error = try #require(assembly.failure(of: "vouchers", "1", as: (any Vouchers).self))
        #expect(error.code == .providerFailed)
        #expect("\(error)".contains("Coupons's vouchers 1.0.0 could not be made"))
        #expect("\(error)".contains("Coupons's coupon-book 1.0.0 is offered as Swift.Int"))
    }

    @Test func `an adapter that takes its own service ends as an error`() throws {
        let mediator = assembly.mediator
        let round = Adapter("coupon-book", "1", as: (any Book).self, to: "vouchers", Version(1), as: Int.self) { _ in
            try mediator.service("vouchers", "1", as: Int.self)
        }
        try assembly.register("Coupons", services: [book(Version(1), 300)], adapters: [round])
        #expect(assembly.failure(of: "vouchers", "1", as: Int.self)?.code == .circle)
    }
}
