/// One field of an answer's head.
struct HTTPHeader: Sendable, Equatable {
    /// The name in lower case.
    let name: String
    /// The value without the blanks around it.
    var value: String
}
