import ModuleTesting
import Testing

@testable import Rent

struct HomeDetailTests {
    @Test func `a home is shown with its address, rent and landlord`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        try await rent.open("app://rent/1", origin: .external)
        let page = try #require(rent.page)
        #expect(page.title == "衡山路一居室")
        #expect(page.elements.contains(.field(Field("Address", "徐汇区衡山路 12 号, Shanghai"))))
        #expect(page.elements.contains(.field(Field("Rent", "¥6800 a month"))))
        #expect(page.elements.contains(.field(Field("Landlord", "王阿姨"))))
    }

    @Test func `a home's page links to the landlord and to the list`() async throws {
        let write = Stub.handler(.open) { request in
            .page(Page("Write to \(request.parameters["to"] ?? "nobody")") {})
        }
        let rent = try await ModuleHarness(
            RentModule.self, stubs: RentServer.stubs(and: ["app://messages/write": write]))
        try await rent.open("app://rent/1")
        let links = try #require(rent.page).links
        #expect(links.map(\.url) == ["app://messages/write?to=wang", "app://rent/list"])
        try await rent.open(links[0].url)
        #expect(rent.page?.title == "Write to wang")
    }

    @Test func `a home's page without the Messages module explains it and links only to the list`() async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        try await rent.open("app://rent/1")
        let page = try #require(rent.page)
        #expect(page.elements.contains(.text(Text("Writing to the landlord needs messages (not installed)"))))
        #expect(page.links.map(\.url) == ["app://rent/list"])
    }

    @Test(arguments: [0, 7, -1, 999])
    func `an unknown home is refused with its number`(id: Int) async throws {
        let rent = try await ModuleHarness(RentModule.self, stubs: RentServer.stubs)
        await #expect(throws: HomeError.unknown(id)) { try await rent.open("app://rent/\(id)") }
        #expect(rent.commands.isEmpty)
    }

    @Test func `the error for an unknown home names the list`() {
        #expect(HomeError.unknown(7).description == "there is no home 7; choose one from app://rent/list")
    }

    @Test(arguments: [("villa", "villa"), ("1.5", "1.5"), ("%E4%B8%80", "一"), ("1%2F2", "1/2")])
    func `a home's number that is not a whole number is refused`(segment: String, found: String) async throws {
        let rent = try await ModuleHarness(RentModule.self)
        await #expect(throws: ParametersError([.mistyped(name: "id", found: found, expected: "Int")])) {
            try await rent.open(RouteURL("app://rent/" + segment))
        }
    }

    @Test(arguments: ["app://rent", "app://rent/1/photos", "app://renting/1", "https://example.com/rent/1"])
    func `a URL of another form has no route`(url: String) async throws {
        let rent = try await ModuleHarness(RentModule.self)
        let error = await #expect(throws: RequestError.self) { try await rent.open(RouteURL(url)) }
        #expect(error?.code == .noRoute)
        #expect(error?.url == url)
    }
}
