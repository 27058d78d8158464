/// The reason why a service was not provided; its text ends with the remedy.
public struct ServiceError: Error, Sendable {
    /// A kind of error.
    public typealias Code = ErrorCode<ServiceError>

    let reason: Reason

    init(_ reason: Reason) { self.reason = reason }

    /// The kind of the error.
    public var code: Code { Code(caseOf: reason) }

    /// The error that the provider threw while it created the service.
    public var cause: (any Error)? { if case .providerFailed(_, let error) = reason { error } else { nil } }
}

extension ErrorCode<ServiceError> {
    /// No module offers a service with that name.
    public static var missing: Self { Self("missing") }
    /// The service is offered only in other versions.
    public static var wrongVersion: Self { Self("wrongVersion") }
    /// The offered service does not have the requested type.
    public static var wrongType: Self { Self("wrongType") }
    /// The provider threw while it created the service.
    public static var providerFailed: Self { Self("providerFailed") }
    /// Services need one another in a cycle: this service was taken while it was being created.
    public static var circle: Self { Self("circle") }
    /// The module that takes the service runs in its own process.
    public static var unreachable: Self { Self("unreachable") }
}

extension ServiceError {
    /// The kinds of errors, each with the values for its text. The names of types include their modules.
    enum Reason: Sendable {
        case missing(service: String, range: Range<Version>, near: [ServiceDescription])
        case wrongVersion(service: String, range: Range<Version>, found: [ServiceDescription])
        case wrongType(ServiceDescription, expected: String)
        case providerFailed(ServiceDescription, reason: any Error)
        case circle([ServiceDescription])
        case unreachable(service: String, range: Range<Version>)
    }
}

extension ServiceError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch reason {
        case .missing(let service, let range, let near):
            "no module offers the service \(service) \(range.notation); "
                + (near.isEmpty
                    ? "install a module that does"
                    : "did you mean \(near.map(\.description).joined(separator: ", "))? Otherwise install a module "
                        + "that does")
        case .wrongVersion(let service, let range, let found):
            "the service \(service) is needed in version \(range.notation), found "
                + "\(found.map(\.description).joined(separator: ", ")); "
                + "take an offered version, or install another version of the module"
        case .wrongType(let found, let expected):
            "\(found) is offered as \(found.type), and was taken as \(expected); "
                + Self.advice(found: found.type, expected: expected)
        case .providerFailed(let service, let reason):
            "\(service) could not be made: \(RequestError.words(reason))"
        case .circle(let services):
            "services need one another in a circle, \(services.map(\.description).joined(separator: " → ")); "
                + "let one take the other at its first use, not while it is made"
        case .unreachable(let service, let range):
            "the service \(service) \(range.notation) was not taken: this module runs in its own process, and a Swift "
                + "protocol or object cannot leave its process; call a route with a Codable value, or run the module "
                + "in the host's process with `module isolate NAME --off`"
        }
    }

    /// Returns the remedy. A protocol that is compiled into two libraries becomes two types with the same name.
    private static func advice(found: String, expected: String) -> String {
        let (last, other) = (found.split(separator: ".").last, expected.split(separator: ".").last)
        guard last == other else { return "take it as the type that is offered" }
        return "the names are equal and the types are not, because each library has its own copy: put the type into an "
            + "interface package with a dynamic product, and have both link it"
    }
}
