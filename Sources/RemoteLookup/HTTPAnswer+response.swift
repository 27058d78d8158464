import Foundation
import FoundationNetworking

extension HTTPAnswer {
    /// The head of a response, with a body that has come from elsewhere.
    init(_ response: HTTPURLResponse, body: [UInt8]?) {
        let type = response.value(forHTTPHeaderField: "Content-Type")
        let bare = type?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        let isRedirect = (300..<400).contains(response.statusCode)
        self.init(
            status: response.statusCode,
            location: isRedirect ? response.value(forHTTPHeaderField: "Location") : nil,
            mediaType: bare, body: body)
    }
}
