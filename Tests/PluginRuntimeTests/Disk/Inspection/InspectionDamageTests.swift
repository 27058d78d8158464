import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct InspectionDamageTests {
    @Test func `a truncated library is refused`() throws {
        let sample = try LibrarySample()
        let host = try HostIdentity.current()
        let lengths = Array(0..<640) + stride(from: 640, to: sample.bytes.count, by: 211) + [sample.bytes.count - 1]
        for length in lengths {
            var cut = sample
            cut.bytes.removeLast(sample.bytes.count - length)
            let problem = try cut.problem(host: host)
            #expect(problem.parts.allSatisfy { $0.field == .content })
            #expect((problem.code == .empty) == (length == 0))
            #expect(problem.found.contains("a file that begins with") == (1..<4).contains(length), "\(problem)")
        }
    }

    @Test(arguments: Absurdity.all)
    func `an absurd number is refused, and the error names the damaged part`(absurdity: Absurdity) throws {
        var sample = try LibrarySample()
        try absurdity.apply(&sample)
        let problem = try sample.problem()
        #expect(problem.parts.map(\.field) == [.content])
        #expect(problem.found.contains(absurdity.part.rawValue))
    }

    @Test func `random changes of a few bytes do not crash the check`() throws {
        var sample = try LibrarySample()
        let host = try HostIdentity.current()
        let places = try [
            0..<512, place(at: sample.dynamicEntry(6), 512), place(at: sample.symbolTable, 1536),
            place(at: sample.hashTable, 256), place(at: sample.stringTable, 2048),
            place(at: sample.bytes.count - 3000, 2990),
        ]
        var random = SplitMix64(seed: 20_260_704)
        for _ in 0..<3000 {
            let place = places[Int.random(in: 0..<places.count, using: &random)]
            let offset = Int.random(in: place, using: &random)
            let length = [1, 1, 1, 2, 4, 8].randomElement(using: &random) ?? 1
            let before = Array(sample.bytes[offset..<offset + length])
            let value = UInt8.random(in: 0...255, using: &random)
            for index in offset..<offset + length { sample.bytes[index] = length == 1 ? value : 0xFF }
            do throws(PluginProblem) {
                #expect(try sample.inspect(host: host).entryPoints.isEmpty == false)
            } catch {
                #expect(!error.parts.isEmpty)
            }
            sample.bytes.replaceSubrange(offset..<offset + length, with: before)
        }
    }

    @Test func `random bytes after a valid start are refused`() throws {
        let host = try HostIdentity.current()
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            var sample = try LibrarySample()
            sample.bytes = sample.bytes[..<20] + (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
            let problem = try sample.problem(host: host)
            #expect(problem.parts.map(\.field) == [.content])
            #expect(!problem.found.contains("a file that begins with"))
        }
    }

    private func place(at start: Int, _ count: Int) -> Range<Int> { start..<start + count }
}
