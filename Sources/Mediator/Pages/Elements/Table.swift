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

extension Table {
    /// A column of a table.
    public struct Column: Sendable, Equatable, Codable, ExpressibleByStringLiteral {
        /// What stands above it.
        public var title: String
        /// Where its cells stand; at the leading edge if nothing is said.
        public var alignment: Alignment?

        /// Describes a column.
        public init(_ title: String) { self.title = title }

        /// Describes a column.
        public init(stringLiteral title: String) { self.init(title) }

        /// Describes a column whose cells stand at the trailing edge, as numbers do.
        public static func trailing(_ title: String) -> Column {
            var column = Column(title)
            column.alignment = .trailing
            return column
        }
    }

    /// A row of a table.
    public struct Row: Styled, Sendable, Equatable, Codable {
        /// What tells the row apart from the table's others, so that it stays the same when the table changes.
        ///
        /// Of several with the same identity the first is the first of them again, and so on.
        public var id: String?
        /// What stands in the columns; what is missing is empty, and what is too much stands behind the last one.
        public var cells: [String]
        /// The URL that choosing it opens.
        public var url: String?
        /// What choosing it gives to the callback around the table, if it opens no URL.
        public var signal: Payload?
        /// How its cells look.
        public var style: Style?

        /// Describes a row.
        public init(_ cells: [String], id: String? = nil) {
            self.cells = cells
            self.id = id
        }

        /// Describes a row that leads to a URL, which is its identity too.
        public init(_ cells: [String], to url: String) {
            self.init(cells, id: url)
            self.url = url
        }
    }
}
