/// A fault at a stage of a module's life, in one of the processes that may run the module.
struct FaultCell: CustomStringConvertible, Sendable {
    enum Stage: String, CaseIterable { case scan, start, request, stop }

    /// The process that runs the module.
    enum Runner: String {
        case host = "in process"
        case isolated
        case both
    }

    let fault: PluginFault
    let stage: Stage
    let runner: Runner

    var description: String { "\(fault.name), \(stage), \(runner.rawValue)" }

    /// All cells: those with the same fault and stage are next to each other.
    static let all: [[FaultCell]] = PluginFault.all.flatMap { fault in
        fault.stages.map { stage in fault.runners.map { FaultCell(fault: fault, stage: stage, runner: $0) } }
    }

    /// The cells of `make test`: each fault of a file, and one fault of code at each stage, in either process.
    static let few: [[FaultCell]] = all.map { cells in
        cells.filter { cell in
            switch cell.fault.kind {
            case .code: cell.fault.name == "trap" && cell.runner == (cell.stage == .request ? .isolated : .host)
            case .file: true
            case .installedFile: cell.runner == .host
            }
        }
    }.filter { !$0.isEmpty }

    /// Runs a host with the fault, and the next host.
    func measure() throws -> FaultOutcome {
        // A fault that the scan finds must not be hidden by an earlier scan of the same library.
        let isKnown = stage != .scan || fault.kind == .installedFile
        let scans = try isKnown ? FaultLibraries.scans.get() : FaultLibraries.scanOfBystander.get()
        return try FaultHome.with(scans: scans) { home in
            if runner == .isolated { try home.isolate() }
            var variables = ["FAULT": fault.name, "STAGE": stage.rawValue]
            if stage == .scan {
                try fault.put(home)
            } else if fault.kind == .installedFile {
                variables["CHANGED"] = try home.install()
            } else {
                try home.put(FaultLibraries.fault.get())
            }
            let first = try home.run(lines, deadline: deadline, environment: variables)
            return FaultOutcome(cell: self, first: first, next: try home.runNext(), folder: home.folder)
        }
    }

    /// The seconds of the deadline of each request: only a fault that does not end waits for it, and a busy machine may
    /// need long to start a process.
    private var deadline: Int { ["hang", "endless output"].contains(fault.name) ? 5 : 60 }

    /// The lines of the shell: another module is called before and after the fault.
    private var lines: [String] {
        let ask = "call app://fault/ask"
        let own =
            switch (fault.kind, stage) {
            case (.file, _): ["modules"]
            case (_, .scan): ["module why Fault"]
            case (.installedFile, _): ["call app://bystander/change", ask]
            case (.code, .stop): [ask, "module stop Fault", "modules"]
            case (.code, _): [ask]
            }
        let hello = "call app://bystander/hello"
        return [hello] + own + (stage == .stop ? [] : ["call app://fault/ping"]) + [hello]
    }
}
