@_spi(Host) import ModuleKit
import Platform

extension Command {
    static let config = Command(
        name: "config", words: "show", summary: "list the settings in force, and where each comes from", need: .nothing
    ) { session, _ throws(Failure) in
        var table = TextTable("SETTING", "VALUE", "FROM", paths: "VALUE")
        for row in session.settings { table.add(row.key, PlainText.line(row.value), row.origin) }
        let file = session.configuration.file
        let place = file.map { "The file is \($0)." } ?? "There is no file: neither XDG_CONFIG_HOME nor HOME is set."
        try session.console.show(
            "configuration", JSONObject(["file": file, "settings": session.settings]),
            table, notes: ["", PlainText.line(place)])
        return session.configuration.problems.isEmpty ? .done : .failed
    }
}
