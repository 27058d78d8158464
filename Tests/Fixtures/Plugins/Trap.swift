// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Is compiled into two libraries with two Swift modules: the protocols look the same, but are different.
public protocol SharedBook: Sendable { var title: String { get } }

#if GIVER
    struct Book: SharedBook { let title = "a book" }

    struct Giver: Module {
        static let info = ModuleInfo("Giver", "1.0", "Offers a book")
        init(context: ModuleContext) {}
        var routes: [Route] {}
        var services: [Offer] { Offer(ServiceKey<any SharedBook>("book", "1.0")) { Book() } }
    }

    @c(switchboard_v1_Giver)
    public func entry(_ host: HostPointer) -> CInt { Giver.export(to: host) }
#else
    struct Taker: Module {
        static let info = ModuleInfo("Taker", "1.0", "Takes a book")
        let context: ModuleContext
        init(context: ModuleContext) { self.context = context }
        var routes: [Route] {
            Call("/taker/take") { _ in try context.service(ServiceKey<any SharedBook>("book", "1.0")).title }
        }
    }

    @c(switchboard_v1_Taker)
    public func entry(_ host: HostPointer) -> CInt { Taker.export(to: host) }
#endif
