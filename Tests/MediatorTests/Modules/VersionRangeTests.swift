@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Ranges of versions` {
    @Test func `a range of versions is written with its bounds`() {
        #expect(("1.2"..<"2.0" as Range<Version>).notation == "[1.2.0,2.0.0)")
    }

    @Test func `a range of versions with reversed or invalid bounds is empty or not readable`() {
        #expect(("2.0"..<"1.0" as Range<Version>).isEmpty)
        #expect(("1.0"..<"one" as Range<Version>).isEmpty)
        #expect(!("1.x"..<"2.0" as Range<Version>).lowerBound.isReadable)
    }
}
