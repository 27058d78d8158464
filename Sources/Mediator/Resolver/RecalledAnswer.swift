/// An answer that a resolver has without asking anybody.
public struct RecalledAnswer: Sendable, Equatable {
    /// The answer; `nil` where it is known that there is none.
    public let resolution: Resolution?
    /// Where it is from, as a part of a sentence, such as `the cache`.
    public let source: String
    /// The seconds since the service made it, or `nil` for one that has no age.
    public let age: Int?
    /// For how many more seconds it is answered unasked: negative where it is past that and the service is asked again;
    /// `nil` for one that does not expire.
    public let freshFor: Int?

    /// Describes an answer.
    public init(_ resolution: Resolution?, source: String, age: Int? = nil, freshFor: Int? = nil) {
        self.resolution = resolution
        self.source = source
        self.age = age
        self.freshFor = freshFor
    }
}
