/// What a plugin's file says of itself, before it is held against the host.
struct PluginContents: Sendable {
    let header: ELFHeader
    let isExecutable: Bool
    let soname: String?
    let needed: [String]
    /// The entry points for every contract, by name.
    let entryPoints: [EntryPoint]
    /// The mangled names of the descriptors of all protocols that the library defines.
    let protocolDescriptors: Set<String>
    /// How many of the SDK's types and protocols it defines itself.
    let copiedTypeCount: Int
    let toolchains: [String]

    init(_ image: ELFImage) throws(ELFError) {
        let dynamic = try image.dynamicSection()
        header = image.header
        isExecutable = dynamic?.isExecutable ?? false
        soname = dynamic?.soname
        needed = dynamic?.needed ?? []
        entryPoints = try Self.entryPoints(dynamic?.symbols)
        protocolDescriptors = Set(try dynamic?.symbols.names(of: .object, prefix: "$s", suffix: "Mp") ?? [])
        let types = try Self.typesOfSDK(dynamic?.symbols)
        copiedTypeCount = types.union(protocolDescriptors).count(where: SDKDescriptor.isOwn)
        toolchains = try Toolchain.lines(of: image)
    }

    private static func entryPoints(_ symbols: ELFSymbolTable?) throws(ELFError) -> [EntryPoint] {
        // A set, for a symbol may be there in several versions.
        let names = Set(try symbols?.names(of: .function, prefix: EntryPoint.prefix) ?? [])
        return names.sorted().compactMap(EntryPoint.init(symbol:))
    }

    private static func typesOfSDK(_ symbols: ELFSymbolTable?) throws(ELFError) -> Set<String> {
        var types: Set<String> = []
        for prefix in SDKDescriptor.prefixes {
            types.formUnion(try symbols?.names(of: .object, prefix: prefix, suffix: "Mn") ?? [])
        }
        return types
    }
}
