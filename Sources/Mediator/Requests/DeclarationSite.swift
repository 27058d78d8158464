/// The location of a declaration in its author's source code, such as `Module/File.swift:12`.
public struct DeclarationSite: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The module and file, in the form of `#fileID`.
    public let fileID: String
    /// The number of the line; the first line has the number 1.
    public let line: Int
    /// The team that owns the declaration, if its author names one.
    public private(set) var team: String?

    /// Creates a location, from the default arguments of a declaration's initialiser.
    public init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    init(fileID: String, line: Int, team: String?) {
        self.init(fileID: fileID, line: line)
        self.team = team
    }

    /// The location as text, such as `Module/File.swift:12`, with the team if there is one.
    public var description: String { "\(fileID):\(line)" + (team.map { ", team \($0)" } ?? "") }
}
