/// Tells a descriptor of the SDK's own types and protocols from one that a plugin nests in an extension of them.
///
/// `$s8Mediator7RequestVMn` is the SDK's `Request`; `$s8Mediator7RequestV7CouponsE3FooVMn` is `Request.Foo` of Coupons.
enum SDKDescriptor {
    /// What the mangled names of everything in the SDK begin with.
    static let prefixes = ["$s8Mediator", "$s9ModuleKit"]
    /// What the mangled names of nominal type descriptors and of protocol descriptors end with.
    private static let suffixes = ["Mn", "Mp"]

    /// Whether a symbol is the descriptor of a type or protocol of the SDK.
    ///
    /// It is where the name is a module and then nothing but types, each in the one before. After any extension, the
    /// SDK's too, or a function around a local type, the answer is no: a copy of the SDK has hundreds of plain types.
    static func isOwn(_ symbol: String) -> Bool {
        guard prefixes.contains(where: symbol.hasPrefix) else { return false }
        var name = MangledName(symbol.dropFirst("$s".count))
        guard name.passIdentifier() else { return false }
        while name.passIdentifier() {
            name.passPrivateDiscriminator()
            if suffixes.contains(name.rest) { return true }
            guard name.pass(oneOf: "VOCP") else { return false }
            if suffixes.contains(name.rest) { return true }
        }
        return false
    }
}
