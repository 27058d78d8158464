/// A module's own type: its name, and a parameter of that type and no name.
struct FrozenType: BitwiseCopyable {
    var name: TextRange
    var parameter: UInt32
}
