import ModuleTesting
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
        HomeReformer().reform(try Payload(json: try answer()).decode(as: [Listing].self))
    }

    /// Returns a server's answer with one home in each city, numbered from 1.
    static func homes(in cities: [String]) -> [UInt8] {
        let homes = cities.enumerated().map { place, city in
            """
            {"id": \(place + 1), "title": "Loft", "city": "\(city)", "address": "7", "lat": 39.9,
            "lng": 116.4, "rooms": 2,
             "monthly_rent": 5000, "landlord": {"id": "li", "name": "Li Mei"}}
            """
        }
        return Array("[\(homes.joined(separator: ","))]".utf8)
    }

    private static func answer() throws -> [UInt8] { try ExampleServices.answer(of: "rent", to: "homes") }
}
