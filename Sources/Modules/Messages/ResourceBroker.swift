/// Grants uploads.
protocol ResourceBroker: Sendable {
    /// The number of a resource that this image may be uploaded to, once.
    func resource(for image: Image) async throws(MessageError) -> Int
}
