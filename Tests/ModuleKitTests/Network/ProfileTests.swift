import ModuleTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The guide to the network` {
    static let ann = Profile(name: "Ann", city: "Hangzhou")

    @Test func `the guide's page shows a service's answer`() async throws {
        let profile = try await ModuleHarness(
            ProfileModule.self, stubs: ["https://accounts.test/profiles/:id": .value(Self.ann)])
        try await profile.open("app://profile/7")
        #expect(profile.page == Page("Profile") { Text("Ann, Hangzhou") })
    }

    @Test func `the guide's stubs can read the call`() async throws {
        let profile = try await ModuleHarness(
            ProfileModule.self,
            stubs: [
                "https://accounts.test/user/login": .handler(.call) { request in
                    let call = try #require(request.context(as: WebServiceCall.self))
                    #expect("\(call)" == "POST to accounts")
                    #expect(call.module == "Profile")
                    #expect(try request.decode(as: [String: String].self) == ["user": "ann", "password": "secret"])
                    return .value(Payload(Self.ann))
                },
                "https://accounts.test/profiles/:id/picture": .handler(.call) { request in
                    #expect(request.context(as: WebServiceCall.self)?.mediaType == "image/jpeg")
                    let bytes: [UInt8]? = try request.body?.object()
                    #expect(bytes == [1, 2, 3])
                    return .value(Payload(Self.ann))
                },
            ])
        #expect(try await profile.call("/profile/login", as: String.self) == "Ann")
        #expect(try await profile.call("/profile/upload", as: String.self) == "Ann")
    }

    @Test func `the guide's interceptor refuses a call`() async throws {
        let profile = try await ModuleHarness(ProfileModule.self)
        let error = await #expect(throws: RequestError.self) {
            try await profile.call("/profile/rename", as: String.self)
        }
        #expect("\(try #require(error))".hasSuffix("PATCH to accounts is not allowed now; try later"))
    }

    @Test func `the guide's module decodes the reason of a failure`() async throws {
        let stub = Stub.status(422, #"{"reason":"the password is wrong"}"#)
        let profile = try await ModuleHarness(ProfileModule.self, stubs: ["https://accounts.test/user/login": stub])
        #expect(try await profile.call("/profile/guess", as: String.self) == "the password is wrong")
    }

    @Test(arguments: [(Stub.value(ann), "Ann"), (.status(404, "{}"), "an unknown user")])
    func `the guide's module handles the status 404 without an error`(_ stub: Stub, _ name: String)
        async throws
    {
        let profile = try await ModuleHarness(ProfileModule.self, stubs: ["https://accounts.test/profiles/:id": stub])
        #expect(try await profile.call("/profile/name/7", as: String.self) == name)
    }

    @Test func `a call without a stub is an error with the service's URL`() async throws {
        let profile = try await ModuleHarness(ProfileModule.self)
        let error = await #expect(throws: RequestError.self) { try await profile.open("app://profile/7") }
        #expect("\(try #require(error))".contains("no route for https://accounts.test/profiles/7"))
    }

    @Test func `an answer that does not fit its type is an unreadableValue error`() async throws {
        let profile = try await ModuleHarness(
            ProfileModule.self, stubs: ["https://accounts.test/profiles/:id": .value(["nickname": "Ann"])])
        let error = await #expect(throws: RequestError.self) { try await profile.open("app://profile/7") }
        #expect(error?.code == .unreadableValue)
    }
}
