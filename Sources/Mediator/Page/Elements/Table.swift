/// Rows and columns.
///
/// ```swift
/// Table(["Home", .trailing("Rent")], homes) { home in Table.Row([home.title, "¥\(home.rent)"], to: home.url) }
/// ```
public struct Table: PageContent, Sendable, Equatable, Codable {
    private enum CodingKeys: String, CodingKey { case columns, rows }

    /// The columns, from the left.
    public var columns: [Column]
    /// The rows, from the top.
    public var rows: Rows<Row>

    /// Describes a table.
    public init(_ columns: [Column], rows: Rows<Row>) {
        self.columns = columns
        self.rows = rows
    }

    /// Describes a table whose rows are made of a collection when they are shown.
    public init<Data: RandomAccessCollection & Sendable>(
        _ columns: [Column], _ data: Data, row: @escaping @Sendable (Data.Element) -> Row
    ) where Data.Index: Sendable {
        self.init(columns, rows: Rows(data, row: row))
    }

    /// The table as an element.
    public var elements: [PageElement] { [.table(self)] }
}
