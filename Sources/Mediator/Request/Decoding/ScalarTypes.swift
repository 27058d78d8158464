import FoundationEssentials

/// The scalar types by their identity: asking a type for its protocols takes long where many libraries are loaded.
enum ScalarTypes {
    static func type(for type: any Any.Type) -> (any ScalarParameter.Type)? { byIdentity[ObjectIdentifier(type)] }

    private static let byIdentity = Dictionary(uniqueKeysWithValues: all.map { (ObjectIdentifier($0), $0) })

    private static let all: [any ScalarParameter.Type] = [
        String.self, Bool.self, Double.self, Float.self,
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
        UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
        Data.self, Date.self, Decimal.self, URL.self, UUID.self,
    ]
}
