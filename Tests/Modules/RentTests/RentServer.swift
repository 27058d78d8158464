import ModuleKit
import TestSupport

@testable import Rent

/// The server of homes to let, with the answers of the demonstration.
enum RentServer {
    static let stubs = [
        "https://rent.test/homes": Stub.handler(.call) { _ in .value(try Payload(json: try answer())) }
    ]

    static func stubs(and others: [String: Stub]) -> [String: Stub] { stubs.merging(others) { first, _ in first } }

    static func answering(_ json: [UInt8]) -> Stub {
        .handler(.call) { _ in .value(try Payload(json: json)) }
    }

    static func homes() throws -> [Home] {
        HomeReformer().reform(try Payload(json: try answer()).decode(as: RentAPI.Answer.self))
    }

    private static func answer() throws -> [UInt8] { try ExampleServices.answer(of: "rent", to: "homes") }
}
