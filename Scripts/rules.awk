# Prints the functions, initialisers and subscripts with more lines than `limit`. A function ends at the first brace in its column.
FNR == 1 { start = 0 }
{ match($0, /^ */) }
/^ *(@_?[A-Za-z]+(\([^)]*\))? |[a-z]+(\([a-z]+\))? )*(func [^ ]|init[?!(<]|subscript[(<]|deinit )/ && !/\{.*\}$/ && (!start || RLENGTH <= indent) {
    indent = RLENGTH
    start = FNR
    name = $0
    next
}
start && /^ *\}/ && RLENGTH <= indent {
    lines = FNR - start + 1
    # A protocol's requirement does not have a brace.
    if (RLENGTH == indent && lines > limit) print FILENAME ":" start ": " lines " lines:" name
    start = 0
}
