import Testing

@testable import Messages

struct ImageStoreTests {
    @Test func `an uploaded image is found under its number, with its bytes`() async throws {
        let store = ImageStore(limit: 10)
        let resource = try await store.resource(for: .sized(10))
        let url = try await store.upload(.sized(10), to: resource)
        #expect(url == "app://messages/image/\(resource)")
        #expect(try await store.image(resource) == .sized(10))
    }

    @Test func `each upload has a resource of its own`() async throws {
        let store = ImageStore()
        let first = try await store.resource(for: .sized(1))
        let second = try await store.resource(for: .sized(1))
        #expect(first != second)
    }

    @Test func `a grant is for one upload`() async throws {
        let store = ImageStore()
        let resource = try await store.resource(for: .sized(1))
        _ = try await store.upload(.sized(1), to: resource)
        await #expect(throws: MessageError.unknownResource(resource)) {
            try await store.upload(.sized(2), to: resource)
        }
        #expect(try await store.image(resource) == .sized(1))
    }

    @Test func `an upload without a grant is refused`() async {
        await #expect(throws: MessageError.unknownResource(1)) { try await ImageStore().upload(.sized(1), to: 1) }
    }

    @Test func `a granted resource without an upload holds no image`() async throws {
        let store = ImageStore()
        let resource = try await store.resource(for: .sized(1))
        await #expect(throws: MessageError.unknownImage(resource)) { try await store.image(resource) }
    }

    @Test(arguments: [
        (0, MessageError.emptyImage(name: "cat.png")), (11, .imageTooLarge(name: "cat.png", found: 11, limit: 10)),
    ])
    func `an image of a wrong size is refused at both steps, and the grant stays good`(
        size: Int, expected: MessageError
    ) async throws {
        let store = ImageStore(limit: 10)
        await #expect(throws: expected) { try await store.resource(for: .sized(size)) }
        let resource = try await store.resource(for: .sized(1))
        await #expect(throws: expected) { try await store.upload(.sized(size), to: resource) }
        _ = try await store.upload(.sized(1), to: resource)
    }
}
