import Glibc

extension ModuleStore {
    static let switchesName = "modules.switches"

    /// The file with the names of the modules that the user disabled.
    var switchesPath: String { "\(folder)/\(Self.switchesName)" }

    /// Which modules the user disabled; none where nobody ever did.
    func switches() throws(StoreError) -> ModuleSwitches {
        let folder: CheckedFolder
        do {
            folder = try CheckedFolder.open(self.folder)
        } catch {
            if error.code == ENOENT { return ModuleSwitches() }
            throw .inaccessible(path: self.folder, error)
        }
        guard folder.descriptor.contains(Self.switchesName) else { return ModuleSwitches() }
        let bytes: [UInt8]
        do {
            bytes = try folder.file(Self.switchesName).bytes()
        } catch {
            throw StoreError(reading: switchesPath, error)
        }
        do {
            return try ModuleSwitches(bytes)
        } catch {
            throw .lock(path: switchesPath, error)
        }
    }

    /// Disables a module for every host that starts from now on, or enables it again.
    func set(_ module: String, isDisabled: Bool) throws(StoreError) {
        let change = try StoreChange(self)
        var switches = try switches()
        if isDisabled { switches.disabled.insert(module) } else { switches.disabled.remove(module) }
        try change.write(switches)
    }
}

extension StoreChange {
    /// Replaces the file with the names of disabled modules, in one step.
    fileprivate func write(_ switches: ModuleSwitches) throws(StoreError) {
        try perform { () throws(FileError) in
            let folder = try entries.open("..", O_RDONLY | O_DIRECTORY)
            try folder.replaceFile(ModuleStore.switchesName, with: switches.bytes)
        }
    }
}
