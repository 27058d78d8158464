import FoundationEssentials

/// An image to send; its bytes are base64 in JSON.
struct Image: Codable, Sendable, Equatable {
    let name: String
    let bytes: Data
}

/// An image server in memory: it grants uploads up to a limit, and keeps uploaded images under a URL of this module.
actor ImageStore: ResourceBroker, Uploader {
    private let limit: Int
    private var lastResource = 0
    private var granted: Set<Int> = []
    private var images: [Int: Image] = [:]

    /// Creates a store for images of at most `limit` bytes each.
    init(limit: Int = 1 << 20) { self.limit = limit }

    func resource(for image: Image) throws(MessageError) -> Int {
        try check(image)
        lastResource += 1
        granted.insert(lastResource)
        return lastResource
    }

    func upload(_ image: Image, to resource: Int) throws(MessageError) -> String {
        try check(image)
        guard granted.remove(resource) != nil else { throw .unknownResource(resource) }
        images[resource] = image
        return "app://messages/image/\(resource)"
    }

    func image(_ id: Int) throws(MessageError) -> Image {
        guard let image = images[id] else { throw .unknownImage(id) }
        return image
    }

    /// Both steps check, because the arriving image may differ from the announced one.
    private func check(_ image: Image) throws(MessageError) {
        guard !image.bytes.isEmpty else { throw .emptyImage(name: image.name) }
        guard image.bytes.count <= limit else {
            throw .imageTooLarge(name: image.name, found: image.bytes.count, limit: limit)
        }
    }
}
