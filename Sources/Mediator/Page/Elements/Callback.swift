/// Where the signals of a part of a page go: a URL that is called with each of them, or code of the module that made it.
///
/// Code does not travel: in JSON only the URL is left of a callback.
public struct Callback: Sendable {
    /// The URL that is called with each signal as its body, if it is a URL.
    public let url: String?
    private let handler: (@Sendable (Payload) async throws -> Void)?

    /// Calls a URL with each signal as its body, on behalf of the person at the navigator.
    public init(url: String) {
        self.url = url
        handler = nil
    }

    /// Hands each signal over as an event of the type that the part throws.
    public init<Event: Decodable & Sendable>(_ handler: @escaping @Sendable (Event) async throws -> Void) {
        url = nil
        self.handler = { try await handler(try $0.decode(as: Event.self)) }
    }

    /// Hands a signal to the code; nothing happens where the callback is a URL.
    ///
    /// - Throws: `PayloadError` where the signal is no event of the type, or what the code throws.
    @_spi(Host) public func receive(_ signal: Payload) async throws { try await handler?(signal) }
}

extension Callback: Equatable {
    /// Whether the two lead to the same URL; code cannot be compared.
    public static func == (first: Callback, second: Callback) -> Bool { first.url == second.url }
}
