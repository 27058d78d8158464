/// What has an identity within its list.
public protocol Identified {
    /// The identity, if it was given one.
    var id: String? { get }
}

extension List.Item: Identified {}
extension Table.Row: Identified {}
