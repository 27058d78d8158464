/// A table with some bytes changed is refused, or every look-up in it ends without a wrong step; never a crash.
///
/// The checksum is made right again, so that the changes reach what is behind it.
func fuzzTable(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(data, count)
    let original = tables[input.choice(below: tables.count)].trie.memory.bytes
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: original.count, alignment: 64)
    memory.copyMemory(from: original)
    while !input.isEmpty {
        let place = (input.choice(below: 256) << 8 | input.choice(below: 256)) % memory.count
        memory[place] = UInt8(input.choice(below: 256))
    }
    let checksum = TrieChecksum.of(UnsafeRawBufferPointer(memory))
    memory.storeBytes(of: checksum, toByteOffset: TrieHeader.checksumPlace, as: UInt64.self)
    do {
        try TrieFile.validate(UnsafeRawBufferPointer(memory), file: "table")
    } catch {
        precondition(!error.description.isEmpty, "an error says what is wrong")
        memory.deallocate()
        return 0
    }
    let index = PatternIndex(FrozenTrie(TrieMemory(adopting: memory)), ownHosts: ["m.example.com"])
    for url in urls {
        _ = index.match(url)
        _ = index.candidates(url)
    }
    for number in 0..<index.count { _ = index.pattern(number) }
    return 0
}

private let tables = [
    table(["/a", "/a/b", "/a/:x", "/a/:x/b", "/:x/:y/c/d", "app://a/:z", "https://m.example.com/a/*rest"]),
    table([
        "/a(/:x<pick>)(/b/:y)", "/a/*rest?", "/v:x<int>.b/a", "/v:x.b", "/:p<pick>/a", "/:p<plate>/*rest", "/a/a/a/a",
    ]),
    table(["/", "/*all?", "/a%2Fb/c", "/a/b/c/:x", "/a/b/d/:x", "/a/b/d", "/:x<one(a,b)>/:y<uuid>"]),
]

private func table(_ texts: [String]) -> PatternIndex {
    let types = [
        ParameterType("pick", alternatives: ["a", "b", "1"]),
        ParameterType("plate", characters: .digits.union(.letters), length: 1...3),
    ]
    let patterns = try? texts.enumerated().map { IndexedPattern(try RoutePattern($1, types: types), priority: $0 % 2) }
    guard let patterns else { preconditionFailure("\(texts)") }
    return PatternIndex(patterns)
}

private let urls = [
    "/", "/a", "/a/b", "/a/1", "/a/a/b", "/a/b/c/d", "/a/1/b/2", "/v1.b", "/v1.b/a", "/b/a", "/a%2Fb/c", "/a/b/d",
    "/a/b/d/e", "/x/y/c/d", "/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", "app://a/b", "https://m.example.com/a/b/c",
].map { text in
    guard let url = try? RouteURL(parsing: text) else { preconditionFailure(text) }
    return url
}
