extension RouteURL {
    /// Gives the path's segments to a closure, with the URL's bytes: as they stand in the text where that is their decoded
    /// text, and from a decoded copy elsewhere.
    @inline(__always) func withSegments<Result>(
        _ body: (PathSegments, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withBytes { bytes in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: PathSegments.startCount) { starts in
                // Neither a URL nor this buffer is ever empty, so that they have addresses.
                let text = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
                let scan = PathScan.segments(text, parts.wholePath.range, starts: starts.baseAddress.unsafelyUnwrapped)
                if let scan { return body(scan, bytes) }
                return DecodedPath(segments).withSegments { body($0, bytes) }
            }
        }
    }
}

/// The decoded segments of a path, one after the other with a slash behind each.
struct DecodedPath {
    private var bytes: [UInt8] = []
    private var starts: [UInt16] = [0]

    init(_ segments: [String]) {
        for segment in segments {
            bytes += segment.utf8
            bytes.append(UInt8(ascii: "/"))
            starts.append(UInt16(bytes.count))
        }
        if bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
    }

    func withSegments<Result>(_ body: (PathSegments) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            starts.withUnsafeBufferPointer { starts in
                // Both have an element at least, so that they have addresses.
                body(
                    PathSegments(
                        bytes: bytes.baseAddress.unsafelyUnwrapped, starts: starts.baseAddress.unsafelyUnwrapped,
                        count: starts.count - 1))
            }
        }
    }
}
