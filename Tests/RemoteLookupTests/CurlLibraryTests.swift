import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(2))) struct `The HTTP library` {
    @Test func `the HTTP library is found in the system`() throws {
        _ = try CurlLibrary()
    }

    @Test func `a missing HTTP library is an error with a remedy`() {
        #expect {
            try CurlLibrary(path: "\(TemporaryFolder.absent)/libcurl.so.4")
        } throws: { error in
            guard case TransportError.failed(let reason) = error else { return false }
            return reason.contains("No such file or directory") && reason.hasSuffix("(install libcurl 7.68 or later)")
        }
    }

    @Test func `a library that is not libcurl is refused`() {
        let path = BuildProducts.path("libModuleKit.so")
        let reason = "\(path) has no function curl_easy_setopt (install libcurl 7.68 or later)"
        #expect(throws: TransportError.failed(reason: reason)) { try CurlLibrary(path: path) }
    }

    @Test(arguments: [
        (7, "", "nothing accepts connections there"),
        (60, "SSL certificate problem:\u{1B}", "its certificate is not trusted (SSL certificate problem:\u{FFFD})"),
        (35, "", "no secure connection could be made"),
        (
            77, "error setting certificate file",
            "the certificates to trust cannot be read (error setting certificate file)"
        ),
        (999, "so it is", "the transfer failed (CURLcode 999: so it is)"),
    ])
    func `an error of the HTTP library has a readable reason`(code: CInt, detail: String, reason: String) {
        #expect(TransportError(curl: code, detail: detail) == .failed(reason: reason))
    }
}
