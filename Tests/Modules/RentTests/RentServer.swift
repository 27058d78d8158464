import ModuleKit

@testable import Rent

/// The server of homes to let, with the answers that are embedded in the module.
enum RentServer {
    static let stubs = ["https://rent.test/homes": answering(PackageResources.homes_json)]

    static func stubs(and others: [String: Stub]) -> [String: Stub] { stubs.merging(others) { first, _ in first } }

    static func answering(_ json: [UInt8]) -> Stub {
        .handler(.call) { _ in .value(try Payload(json: json)) }
    }

    static func homes() throws -> [Home] {
        HomeReformer().reform(try Payload(json: PackageResources.homes_json).decode(as: RentAPI.Answer.self))
    }
}
