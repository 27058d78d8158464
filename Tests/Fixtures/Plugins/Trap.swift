// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Compiled into two libraries, each with a Swift module of its own: one looks like the other, and is not.
public protocol SharedBook: Sendable { var title: String { get } }

#if GIVER
    struct Book: SharedBook { let title = "a book" }

    struct Giver: Module {
        static let info = ModuleInfo(name: "Giver", version: Version(1), summary: "Offers a book")
        init(context: ModuleContext) {}
        var routes: [Route] {}
        var services: [Offer] { Offer("book", Version(1), as: (any SharedBook).self) { Book() } }
    }

    @c(switchboard_v1_Giver)
    public func entry(_ handshake: UnsafeMutableRawPointer) -> CInt { export(Giver.self, to: handshake) }
#else
    struct Taker: Module {
        static let info = ModuleInfo(name: "Taker", version: Version(1), summary: "Takes a book")
        let context: ModuleContext
        init(context: ModuleContext) { self.context = context }
        var routes: [Route] {
            Call("/taker/take") { _ in try context.service("book", "1", as: (any SharedBook).self).title }
        }
    }

    @c(switchboard_v1_Taker)
    public func entry(_ handshake: UnsafeMutableRawPointer) -> CInt { export(Taker.self, to: handshake) }
#endif
