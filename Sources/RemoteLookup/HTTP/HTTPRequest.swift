/// A `GET` with the fields that it sends beside those that every one has.
struct HTTPRequest: Sendable, Equatable {
    var address: String
    var headers: [HTTPHeader] = []
    /// The type of body that is wanted.
    var accept = "application/json"

    /// The value of a field; the name is written in lower case.
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}
