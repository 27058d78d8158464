/// What an interceptor decides about a request.
public struct Decision: Sendable {
    enum Kind: Sendable {
        case pass
        case change(Request)
        case redirect(String)
        indirect case answer(Response)
        case refuse(String)
        case detour(String, resume: @Sendable (Payload) async throws -> Decision)
    }

    let kind: Kind

    /// The request goes on as it is.
    public static let pass = Decision(kind: .pass)

    /// The request goes on with another URL or body; a changed URL is looked up and its access checked again.
    public static func change(_ request: Request) -> Decision { Decision(kind: .change(request)) }

    /// Another URL is asked in place of this one, from the beginning, with the same origin.
    public static func redirect(to url: String) -> Decision { Decision(kind: .redirect(url)) }

    /// The interceptor answers itself, and the route's handler is not asked.
    public static func answer(_ answer: some ResponseConvertible) -> Decision {
        Decision(kind: .answer(answer.response))
    }

    /// The request ends here; the reason is told to whoever asked, and should end with what to do.
    public static func refuse(_ reason: String) -> Decision { Decision(kind: .refuse(reason)) }

    /// The user is sent to another page first; when it is dismissed with a value, the request goes on.
    ///
    /// A page that is left without a value refuses the request, and so does one that nobody is there to answer.
    ///
    /// - Parameter resume: what is decided on the value; without it the request passes.
    public static func detour(
        to url: String, resume: @escaping @Sendable (Payload) async throws -> Decision = { _ in .pass }
    ) -> Decision {
        Decision(kind: .detour(url, resume: resume))
    }
}
