/// Any bytes are fields of a frame between processes or an error, never a crash. A value that was read is the same
/// after it is written and read again.
func fuzzFrame(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(data, count)
    let fields = (0...input.choice(below: 6)).map { _ in input.choice(below: 9) }
    var bytes: [UInt8] = []
    while !input.isEmpty { bytes.append(UInt8(input.choice(below: 256))) }
    var decoder = FrameDecoder(bytes)
    do {
        for field in fields {
            switch field {
            case 0: _ = try decoder.kind()
            case 1: _ = try decoder.number()
            case 2: _ = try decoder.read([String].self)
            case 3: _ = try decoder.read(FrameBytes?.self)
            case 4: _ = try decoder.read(Request.Stage.self)
            case 5: _ = try decoder.read(Origin.self)
            case 6: _ = try decoder.read(PayloadError.self)
            case 7: try check(try decoder.read(Manifest.self))
            default: try check(try decoder.read(Thrown.self).error)
            }
        }
    } catch {
        precondition(!"\(error)".isEmpty, "an error says what is wrong")
    }
    return 0
}

private func check(_ manifest: Manifest) throws {
    var frame = FrameEncoder()
    try frame.write(manifest)
    var decoder = FrameDecoder(frame.bytes)
    let again = try decoder.read(Manifest.self)
    precondition(again == manifest && decoder.isAtEnd, "a manifest is read as it was written")
}

private func check(_ error: any Error) throws {
    var frame = FrameEncoder(.failure, 1)
    try frame.write(Thrown(error))
    var decoder = FrameDecoder(Array(frame.bytes.dropFirst(FrameEncoder.headSize)))
    _ = (try decoder.kind(), try decoder.number())
    let again = try decoder.read(Thrown.self).error
    // An error without a description is written with the text that people see.
    let (words, readWords) = (RequestError.words(error), RequestError.words(again))
    precondition(decoder.isAtEnd && words == readWords, "an error is read as it was written: \(words), \(readWords)")
}
