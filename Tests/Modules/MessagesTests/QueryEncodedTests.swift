import ModuleKit
import Testing

@testable import Messages

struct QueryEncodedTests {
    @Test(arguments: [
        ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("a+b&c=d#e", "a%2Bb%26c%3Dd%23e"), ("100%", "100%25"),
        ("\n", "%0A"), ("好", "%E5%A5%BD"),
    ])
    func `every character but an unreserved one is escaped, and read back unchanged`(text: String, expected: String)
        throws
    {
        #expect(text.queryEncoded == expected)
        let url = try RouteURL("app://x?text=\(text.queryEncoded)")
        #expect(url.query.first?.value == text)
    }
}
