/// A table with rows and columns.
///
/// ```swift
/// Table(["Home", .trailing("Rent")], homes) { home in Table.Row([home.title, "¥\(home.rent)"], to: home.url) }
/// ```
public struct Table: PageContent, Sendable, Equatable, Codable {
    /// The columns, from the left.
    public var columns: [Column]
    /// The rows, from the top.
    public var rows: Rows<Row>

    /// Creates a table.
    public init(_ columns: [Column], rows: Rows<Row>) {
        self.columns = columns
        self.rows = rows
    }

    /// Creates a table that makes a row for each element of a collection, on demand.
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
        /// The text above the column.
        public var title: String
        /// The alignment of the column's cells; leading by default.
        public var alignment: Alignment?

        /// Creates a column.
        public init(_ title: String) { self.title = title }

        /// Creates a column.
        public init(stringLiteral title: String) { self.init(title) }

        /// Returns a column with the alignment `trailing`, such as for numbers.
        public static func trailing(_ title: String) -> Column {
            var column = Column(title)
            column.alignment = .trailing
            return column
        }
    }

    /// A row of a table.
    public struct Row: Styled, Sendable, Equatable, Codable {
        /// The identity of the row in its table, by which the row is found again after the table has changed.
        ///
        /// Rows with equal identities are matched in their order.
        public var id: String?
        /// The texts of the cells; missing cells are empty, and extra cells follow the last column.
        public var cells: [String]
        /// The URL that is opened when the user chooses the row.
        public var url: RouteURL?
        /// The message that the surrounding receiver gets when the user chooses the row, if the row has no URL.
        public var message: Payload?
        /// The style of the cells.
        public var style: Style?

        /// Creates a row.
        public init(_ cells: [String], id: String? = nil) {
            self.cells = cells
            self.id = id
        }

        /// Creates a row that opens a URL, which is also its identity.
        public init(_ cells: [String], to url: RouteURL) {
            self.init(cells, id: url.text)
            self.url = url
        }
    }
}
