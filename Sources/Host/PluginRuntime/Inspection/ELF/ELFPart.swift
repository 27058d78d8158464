/// A part of an ELF file, as an error names it.
enum ELFPart: String, Sendable {
    case file = "the file"
    case header = "the file header"
    case programHeaders = "the program headers"
    case segment = "a loaded segment"
    case dynamicSection = "the dynamic section"
    case dynamicStrings = "the dynamic string table"
    case dynamicSymbols = "the dynamic symbol table"
    case hashTable = "the symbol hash table"
    case sectionHeaders = "the section headers"
    case sectionNames = "the section names"
    case notes = "the notes"
    case comment = "the .comment section"
}
