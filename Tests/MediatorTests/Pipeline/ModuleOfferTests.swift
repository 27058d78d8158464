@_spi(Host) import ModuleKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A module that a resolver offers` {
    private typealias Fixed = `A URL that no module answers`.Fixed

    private static let json =
        #"{"kind":"module","module":{"name":"Shop","version":"1.0.0","url":"https://a.example/libShop.so","#
        + #""sha256":"HASH"}}"#
        .replacing("HASH", with: String(repeating: "0", count: 64))

    /// Returns a board whose resolver offers the module for each of the module's URLs.
    private static func board(installer: Installer?) throws -> Board {
        let offer = try Resolution(json: Array(json.utf8), from: "fixed")
        let urls = ["app://shop/open", "app://shop/staff", "app://shop/none"]
        let board = try Board(
            "/old", resolvers: [Fixed(answers: Dictionary(uniqueKeysWithValues: urls.map { ($0, offer) }))])
        if let installer {
            installer.board.withLock { $0 = board.mediator }
            board.mediator.allowInstallation(by: installer)
        }
        return board
    }

    /// Installs a module by registering it.
    private final class Installer: ModuleInstaller {
        let board = Mutex<Switchboard?>(nil)
        let offers = Mutex<[ModuleOffer]>([])
        let error: ModuleOfferError?

        init(error: ModuleOfferError? = nil) { self.error = error }

        func install(_ offer: ModuleOffer) async throws(ModuleOfferError) {
            let isFirst = offers.withLock { offers in
                offers.append(offer)
                return offers.count == 1
            }
            if let error { throw error }
            guard isFirst else { return }
            let routes = [
                Call("/shop/open", access: .public) {
                    $0.origin == .shell ? "shell" : $0.origin == .external ? "outside" : "module"
                }.route,
                Call("/shop/staff", access: .modules) {
                    $0.origin == .shell ? "shell" : $0.origin == .external ? "outside" : "module"
                }.route,
            ]
            do {
                try board.withLock(\.self)?.register(routes, owner: offer.name)
            } catch {
                throw .notStarted(reason: "\(error)")
            }
        }
    }

    @Test func `an offered module is refused with its offer if installation is not allowed`() async throws {
        let board = try Self.board(installer: nil)
        await #expect {
            try await board.call("app://shop/open")
        } throws: { error in
            guard case .moduleOffered("app://shop/open", "fixed", let offer) = (error as? RequestError)?.reason else {
                return false
            }
            return "\(error)".contains(offer.url) && "\(error)".contains(offer.sha256)
                && "\(error)".contains("--allow-install")
        }
    }

    @Test func `an offered module answers its request, and later requests without a second installation`() async throws
    {
        let installer = Installer()
        let board = try Self.board(installer: installer)
        #expect(try await board.call("app://shop/open", origin: .module("Rent")) == "module")
        #expect(try await board.call("app://shop/open", origin: .external) == "outside")
        #expect(installer.offers.withLock(\.count) == 1)
    }

    @Test func `an offered module is not installed for an external caller, who gets the offer`() async throws {
        let installer = Installer()
        let board = try Self.board(installer: installer)
        await #expect {
            try await board.call("app://shop/open", origin: .external)
        } throws: { error in
            if case .moduleOffered("app://shop/open", "fixed", _) = (error as? RequestError)?.reason {
                true
            } else {
                false
            }
        }
        #expect(installer.offers.withLock(\.count) == 0)
    }

    @Test func `an offered module does not answer a caller without access`() async throws {
        let installer = Installer()
        let board = try Self.board(installer: installer)
        #expect(try await board.call("app://shop/open", origin: .shell) == "shell")
        await #expect {
            try await board.call("app://shop/staff", origin: .external)
        } throws: { error in
            if case .accessDenied("app://shop/staff", _, "Shop", .modules, .external) = (error as? RequestError)?.reason
            {
                true
            } else {
                false
            }
        }
        #expect(try await board.call("app://shop/staff", origin: .shell) == "shell")
    }

    @Test func `an offered module without a route for the URL is an error, and is not installed twice`() async throws {
        let installer = Installer()
        let board = try Self.board(installer: installer)
        await #expect {
            try await board.call("app://shop/none")
        } throws: { error in
            if case .moduleWithoutRoute("app://shop/none", "fixed", _) = (error as? RequestError)?.reason {
                true
            } else {
                false
            }
        }
        #expect(installer.offers.withLock(\.count) == 1)
    }

    @Test(arguments: [
        ModuleOfferError.notFetched(reason: "a"), .refused(reason: "b"), .notStarted(reason: "c"), .cancelled,
    ])
    func `an offered module that cannot be installed fails with the reason`(reason: ModuleOfferError) async throws {
        let board = try Self.board(installer: Installer(error: reason))
        await #expect {
            try await board.call("app://shop/open")
        } throws: { error in
            guard case .moduleNotInstalled("app://shop/open", "fixed", _, reason) = (error as? RequestError)?.reason
            else {
                return false
            }
            return "\(error)".hasSuffix("and \(reason)")
        }
    }
}
