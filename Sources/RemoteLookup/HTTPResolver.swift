import ModuleKit
