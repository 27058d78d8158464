/// Why a service was not handed out.
public enum ServiceError: Error, Sendable {
    /// What was written for the wanted versions is no range.
    case invalidRange(service: String, reason: VersionRangeError)
    /// Nobody offers a service of that name; `near` holds those that are offered under the nearest names.
    case missing(service: String, range: VersionRange, near: [ServiceDescription])
    /// It is offered, in other versions.
    case wrongVersion(service: String, range: VersionRange, found: [ServiceDescription])
    /// It is offered as another type than it was taken as; both are written with their modules' names.
    case wrongType(ServiceDescription, expected: String)
    /// The provider threw while it made the service.
    case providerFailed(ServiceDescription, reason: any Error)
    /// The service is taken while it is being made: each one needs the next, and the last one is the first again.
    case circle([ServiceDescription])
}

extension ServiceError: CustomStringConvertible {
    /// A sentence that says what happened and what to do.
    public var description: String {
        switch self {
        case .invalidRange(let service, let reason):
            "the service \(service) was not taken: \(reason)"
        case .missing(let service, let range, let near):
            "nobody offers the service \(service) \(range); "
                + (near.isEmpty
                    ? "install a module that does"
                    : "did you mean \(near.map(\.description).joined(separator: ", "))? Otherwise install a module that does")
        case .wrongVersion(let service, let range, let found):
            "the service \(service) is wanted in \(range), found \(found.map(\.description).joined(separator: ", ")); "
                + "take a version that there is, install another one of the module, or add an adapter"
        case .wrongType(let found, let expected):
            "\(found) is offered as \(found.type), and was taken as \(expected); "
                + Self.advice(found: found.type, expected: expected)
        case .providerFailed(let service, let reason):
            "\(service) could not be made: \(RequestError.words(reason))"
        case .circle(let services):
            "services need one another in a circle, \(services.map(\.description).joined(separator: " → ")); "
                + "have one take the other when it is used, not while it is made"
        }
    }

    /// One protocol that is compiled into two libraries is two protocols, which looks like no difference at all.
    private static func advice(found: String, expected: String) -> String {
        let (last, other) = (found.split(separator: ".").last, expected.split(separator: ".").last)
        guard last == other else { return "take it as the type that is offered, or add an adapter" }
        return "the names are equal and the types are not, because each library has its own copy: put the type into an "
            + "interface package with a dynamic product, and have both link it"
    }
}
