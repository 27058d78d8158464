import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The guide to mediation` {
    @Test func `the mediation guide's calls, choices, streams and rewrites work`() async throws {
        let guide = try await ModuleHarness(
            GuideModule.self,
            stubs: [
                "/messages/send": .value(GuideModule.Receipt(id: 7)), "/rent/:id": .answer(Page("A home")),
                "/city/picker": .answer(NavigationCommand.present(Page("Pick a city"))),
                "/rent/prices": .handler(.call) { _ in
                    .value(
                        Payload(
                            stream: AsyncStream<Int> { continuation in
                                for price in [1, 2] { continuation.yield(price) }
                                continuation.finish()
                            }))
                },
            ])
        let results = Task {
            try await guide.call("app://guide/results", GuideModule.Draft(text: "Hello"), as: [String].self)
        }
        try await guide.wait { guide.page?.title == "Pick a city" }
        await guide.perform(.dismiss(value: Payload(GuideModule.City(name: "Hangzhou"))))
        #expect(try await results.value == ["1", "2", "7", "Hangzhou"])
        try await guide.open("app://home/42")
        #expect(guide.page?.title == "A home")
        #expect(guide.module.log.lines.last == "app://rent/42")
    }

    @Test func `the mediation guide's share route keeps the caller's origin`() async throws {
        let guide = try await ModuleHarness(GuideModule.self, stubs: ["/rent/:id": .answer(Page("A home"))])
        try await guide.open("app://guide/share?url=app://rent/42")
        #expect(guide.page?.title == "A home")
        let outside = await #expect(throws: RequestError.self) {
            try await guide.open("app://guide/share?url=app://rent/42", origin: .external)
        }
        #expect("\(try #require(outside))".contains("is for modules and the shell, not for an external caller"))
    }

    @Test func `the storage guide's code works`() async throws {
        let notes = try await ModuleHarness(NotesModule.self)
        #expect(try await notes.call("app://notes/theme") == "dark")
        #expect(try await notes.call("app://notes/token") == true)
        #expect(try await notes.call("app://notes/homes", as: [NotesModule.Home].self).map(\.id) == [1])
        #expect(try await notes.call("app://notes/moved") == 2)
        // Another harness has another folder.
        let other = try await ModuleHarness(NotesModule.self)
        #expect(try await other.storage.records(NotesModule.Home.self).count() == 0)
    }
}
