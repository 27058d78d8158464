/// The fuzzer's bytes, taken one by one as choices.
struct Input {
    private var bytes: ArraySlice<UInt8>

    init(_ data: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = ArraySlice(UnsafeBufferPointer(start: data, count: count))
    }

    /// All bytes that are left, as text if they are UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// All bytes that are left.
    var rest: [UInt8] { Array(bytes) }

    var isEmpty: Bool { bytes.isEmpty }

    /// A number below a limit; 0 when nothing is left.
    mutating func choice(below limit: Int) -> Int { Int(bytes.popFirst() ?? 0) % limit }
}
