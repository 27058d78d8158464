import ModuleKit

/// What commands work with, put together once for the process.
struct Session: Sendable {
    let mediator: Switchboard
    let navigator: CommandLineNavigator
    let console: Console
    let observer: ConsoleObserver
    /// Who asks, for every command of the session.
    let origin: Origin
    /// What every request of the session is given along.
    let options: RequestOptions
    /// The modules that were found, and that run.
    let runtime: ModuleRuntime
    /// Where modules are looked for, installed and remembered.
    let source: CatalogueSource
    /// Where the next line is read, for the shell and for forms.
    var input: ShellInput
    /// What is typed and navigated, for a recording or a replay.
    let log: SessionLog
    /// The folders that are watched.
    let watches: FolderWatches

    /// Where modules are installed; `nil` where the environment names no place for the user's data.
    var store: ModuleStore? { source.store }

    /// What scans found.
    var scans: ScanMemory { ScanMemory(cache: source.cache) }
}
