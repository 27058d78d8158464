import FoundationEssentials

/// An image to send; its bytes are base64 in JSON.
struct Image: Codable, Sendable, Equatable {
    let name: String
    let bytes: Data
}
