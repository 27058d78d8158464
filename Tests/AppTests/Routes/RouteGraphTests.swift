@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The chart of modules` {
    @Test func `the chart of modules has requirements as lines and interceptions as dashes`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        var account = Registration(owner: "Account")
        account.interceptors = [Interceptor("session", onLabelled: "needs-login") { _ in .pass }]
        try mediator.register(account)
        let route = Open("/rent/:kind<one(a,b)>") { _ in Page("Rent") {} }.labelled("needs-login")
        try mediator.register(route.routes, owner: "Rent")
        let graph = RouteGraph(
            modules: ["Account", "Rent"], routes: mediator.routes, rewrites: mediator.rewrites,
            interceptors: mediator.interceptors, requirements: ["Rent": ["Account", "Absent"]])
        #expect(
            graph.lines == [
                "flowchart LR", #"    subgraph m0["Account"]"#, #"        m0r0["no routes"]"#, "    end",
                #"    subgraph m1["Rent"]"#, #"        m1r0["open /rent/:kind&lt;one(a,b)&gt;"]"#, "    end",
                #"    m1 -->|"requires"| m0"#, #"    m0 -.->|"intercepts needs-login"| m1"#,
            ])
    }

    @Test func `the chart of many modules has one box for each`() throws {
        let modules = (0...RouteGraph.detailLimit).map { "Module\($0)" }
        let graph = RouteGraph(modules: modules, routes: [], rewrites: [], interceptors: [], requirements: [:])
        #expect(graph.lines.count == 1 + modules.count)
        #expect(graph.lines[1] == #"    m0["Module0<br/>0 routes"]"#)
    }

    @Test func `the chart has a module that is named twice once`() throws {
        let host = try HostProcess.run("routes", "--graph", "Rent", "Rent")
        #expect(host.exitCode == 0, "\(host.errors)")
        #expect(host.lines.count { $0.contains("subgraph") } == 1)
    }
}
