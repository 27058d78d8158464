import FoundationEssentials
@_spi(Host) import ModuleKit

/// The answer to several questions: `{"kind":"batch","answers":[{"url":"app://shop","answer":{…}},{"url":"app://x","answer":null}]}`.
///
/// Each answer is what the service would have sent for that URL alone; `null` is none. A URL that is missing is asked for
/// by itself.
struct BatchAnswer: Decodable {
    private struct Entry: Decodable {
        let url: String
        let answer: JSONValue?
    }

    private enum Key: String, CodingKey { case kind, answers }

    private let entries: [Entry]
    /// The head that every answer of the batch has: it says how long each may be used.
    private let headers: [HTTPHeader]

    /// Reads a batch; `nil` for an answer of any other kind.
    init?(_ answer: HTTPAnswer) {
        guard answer.status == 200, let body = answer.body, answer["content-encoding"] == nil,
            let read = try? JSONDecoder().decode(Self.self, from: Data(body))
        else { return nil }
        entries = read.entries
        // What tells one version from another tells it of the whole.
        headers = answer.headers.filter { !["etag", "last-modified"].contains($0.name) }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard try container.decode(String.self, forKey: .kind) == "batch" else {
            throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "expected batch")
        }
        entries = try container.decode([Entry].self, forKey: .answers)
        headers = []
    }

    /// What the service would have answered to one of the questions alone; `nil` where the batch does not say.
    func answer(for url: String) -> HTTPAnswer? {
        guard let entry = entries.first(where: { $0.url == url }) else { return nil }
        guard let answer = entry.answer else { return HTTPAnswer(status: 404, headers: headers, body: []) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(answer)).map { HTTPAnswer(status: 200, headers: headers, body: Array($0)) }
    }
}
