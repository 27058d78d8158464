/// The bytes of a valid URL's text, and the positions of its components, which can be read without copying the text.
struct URLBytes {
    let text: UnsafeBufferPointer<UInt8>
    let parts: URLParts

    @inline(__always) init(_ text: UnsafeBufferPointer<UInt8>, _ parts: URLParts) {
        (self.text, self.parts) = (text, parts)
    }

    var scheme: String? { parts.scheme.count == 0 ? nil : text(in: parts.scheme).lowercased() }

    var host: String? {
        parts.isWeb ? Self.host(decode(text[parts.authority.range]), scheme: scheme ?? "") : nil
    }

    /// Returns the authority of a web URL in the form in which hosts are compared.
    ///
    /// The form is in lower case, without a final dot of the host, and without a port that is empty or the scheme's
    /// default (RFC 3986, sections 3.2.2 and 6.2.3).
    static func host(_ authority: String, scheme: String) -> String {
        let authority = authority.lowercased().composed
        // In an IPv6 address, the last colon is before the bracket, so it does not begin a port.
        let end = authority.utf8.lastIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }
        let colon = end.flatMap { authority.utf8[$0] == UInt8(ascii: ":") ? $0 : nil } ?? authority.endIndex
        var (name, port) = (authority[..<colon], authority[colon...])
        if name.utf8.last == UInt8(ascii: ".") { name = name.dropLast() }
        if port == ":" || Int(port.dropFirst()) == (scheme == "https" ? 443 : 80) { port = "" }
        return name.endIndex == authority.endIndex ? authority : String(name + port)
    }

    var fragment: String? { parts.hasFragment ? decode(text[parts.fragment.range]) : nil }

    var segments: [String] {
        var segments: [String] = []
        if !parts.isWeb, parts.authority.count > 0 {
            let first = decode(text[parts.authority.range])
            if first != ".", first != ".." { segments.append(first) }
        }
        let first = segments.count
        for part in text[parts.path.range].split(separator: UInt8(ascii: "/")) {
            switch decode(part) {
            case ".": continue
            // A `..` removes the segment before it and stops at the authority.
            case "..": if segments.count > first { segments.removeLast() }
            case let segment: segments.append(segment)
            }
        }
        return segments
    }

    var query: [QueryItem] {
        text[parts.query.range].split(separator: UInt8(ascii: "&")).map { part in
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            return QueryItem(
                name: decode(part[..<equals], plusIsSpace: true),
                value: decode(part[equals...].dropFirst(), plusIsSpace: true))
        }
    }

    /// Returns a component as it is written.
    func text(in range: ByteRange) -> String { String(decoding: text[range.range], as: UTF8.self) }

    /// Decodes a component that the parser has validated.
    private func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, plusIsSpace: Bool = false) -> String {
        guard parts.hasEscapes || plusIsSpace else { return String(decoding: bytes, as: UTF8.self) }
        return (try? PercentDecoding.decode(bytes, plusIsSpace: plusIsSpace)) ?? ""
    }

    /// Calls a closure with the path's segments, which are in the text if it needs no decoding, otherwise in a copy.
    @inline(__always) func withSegments<Result>(_ body: (PathSegments) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: PathSegments.startCount) { starts in
            // Neither a URL nor this buffer is ever empty, so they have addresses.
            let text = UnsafeRawPointer(text.baseAddress.unsafelyUnwrapped)
            let scan = PathScan.segments(text, parts.wholePath.range, starts: starts.baseAddress.unsafelyUnwrapped)
            if let scan, parts.isComposed { return body(scan) }
            return PathSegments.with(decoded: segments, body)
        }
    }
}

extension PathSegments {
    /// Returns the segments that begin at or after a byte, as the value of a wildcard.
    func rest(from start: Int) -> String {
        (0..<count).filter { self.start($0) >= start }
            .map { PercentEncoding.restSegment(String(decoding: self[$0], as: UTF8.self)) }.joined(separator: "/")
    }

    /// Calls a closure with decoded segments, each followed by a slash.
    fileprivate static func with<Result>(decoded segments: [String], _ body: (PathSegments) -> Result) -> Result {
        var bytes: [UInt8] = []
        var starts: [UInt16] = [0]
        for segment in segments {
            bytes += segment.utf8
            bytes.append(UInt8(ascii: "/"))
            starts.append(UInt16(bytes.count))
        }
        if bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
        return bytes.withUnsafeBytes { bytes in
            starts.withUnsafeBufferPointer { starts in
                // Both have at least one element, so they have addresses.
                body(
                    PathSegments(
                        bytes: bytes.baseAddress.unsafelyUnwrapped, starts: starts.baseAddress.unsafelyUnwrapped,
                        count: starts.count - 1))
            }
        }
    }
}
