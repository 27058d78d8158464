import Foundation
@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The text of an error` {
    struct Own: Error, CustomStringConvertible { let description: String }

    /// An error, and its text.
    // Ether-CLI/Ether#28
    static let rows: [(error: any Error, words: String)] = [
        (failure { _ = try Data(contentsOf: URL(filePath: "/absent/file")) }, "The file doesn’t exist: /absent/file"),
        (
            failure { try FileManager.default.removeItem(atPath: "/absent/a, b") },
            "The file doesn’t exist: /absent/a, b"
        ),
        (CocoaError(.fileReadNoPermission), "You don’t have permission"),
        (POSIXError(.EACCES), "Permission denied"), (URLError(.badURL), "error -1000 of NSURLErrorDomain"),
        (NSError(domain: "My", code: 3), "error 3 of My"),
        (NSError(domain: "My", code: 3, userInfo: [NSLocalizedDescriptionKey: #"No "x", sorry."#]), #"No "x", sorry"#),
        (
            failure { _ = try JSONSerialization.jsonObject(with: Data("x".utf8)) },
            "The data is not in the correct format"
        ),
        (failure { _ = try JSONDecoder().decode([Int].self, from: Data("x".utf8)) }, "it is not JSON"),
        (failure { _ = try JSONDecoder().decode([Int].self, from: Data("1".utf8)) }, #""the value" is not a list"#),
        (Own(description: "The shop is closed; try again."), "The shop is closed; try again."),
        (Own(description: #"Error Domain=My Code=3 and more"#), #"Error Domain=My Code=3 and more"#),
    ]

    @Test(arguments: rows.indices) func `the text of a Foundation error is its sentence and its path`(row: Int) {
        let (error, words) = Self.rows[row]
        #expect(error.inWords == words)
        for part in ["NSCocoaErrorDomain", "UserInfo", "DecodingError"] { #expect(!error.inWords.contains(part)) }
    }

    @Test func `a request's error contains the sentence of a Foundation error`() async throws {
        let board = try Board()
        let read = Call("/read") { _ in String(try Data(contentsOf: URL(filePath: "/absent/file")).count) }
        try board.mediator.register(read.routes, owner: "Reader")
        let error = await #expect(throws: RequestError.self) { _ = try await board.call("/read") }
        let words = "Reader's route /read failed for /read: The file doesn’t exist: /absent/file"
        #expect(try "\(#require(error))" == words)
        let sent = try JSONEncoder().encode(Thrown(try #require(error?.cause)))
        #expect("\(try JSONDecoder().decode(Thrown.self, from: sent).error)" == "The file doesn’t exist: /absent/file")
    }

    private static func failure(_ body: () throws -> Void) -> any Error {
        do { try body() } catch { return error }
        return Own(description: "no failure")
    }
}
