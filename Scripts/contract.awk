# Prints the declarations of a .swiftinterface, one per line with the type to which it belongs, so that two interfaces
# differ only in lines that matter to a plugin. The place of a declaration in a file or in an extension, the order of
# its modifiers, and whether a property is stored or computed do not matter.

/^\/\/ swift-module-flags:/ && match($0, /-module-name [A-Za-z_0-9]+/) { module = substr($0, RSTART + 13, RLENGTH - 13) "." }
/^ *(\/\/|#|$)/ { next }
{ sub(/^ +/, "") }

# Skips the body of a function that a plugin compiles into itself.
body > 0 { body += braces($0); next }
/^}/ { depth--; next }
accessors[depth] != "" && match($0, /^[a-z_ ]+/) {
    word = substr($0, RSTART, RLENGTH)
    sub(/ +$/, "", word)
    declare(accessors[depth] " " word)
    body = braces($0)
    next
}
# An attribute on a separate line.
/^@[A-Za-z_.]+(\([^)]*\))?$/ { attributes = attributes $0 " "; next }
{
    rest = attributes $0
    attributes = ""
    takeModifiers()
    read()
}

function declare(text) { print scope[depth] " | " text }

function braces(line, opened) {
    opened = gsub(/{/, "{", line)
    return opened - gsub(/}/, "}", line)
}

# Takes the words before the keyword, in an order that does not depend on the source.
function takeModifiers(    word, count, words, i, j) {
    count = 0
    while (match(rest, /^(@[A-Za-z_.]+(\([^)]*\))?|[a-z_]+(\([^)]*\))?) /)) {
        word = substr(rest, 1, RLENGTH - 1)
        if (word ~ /^(actor|associatedtype|case|enum|extension|func|import|let|protocol|struct|typealias|var)$/) break
        if (word == "class" && rest !~ /^class (func|subscript|var)/) break
        rest = substr(rest, RLENGTH + 1)
        if (word == "public" || word == "@discardableResult") continue
        for (i = count++; i > 0 && words[i] > word; i--) words[i + 1] = words[i]
        words[i + 1] = word
    }
    modifiers = ""
    for (j = 1; j <= count; j++) modifiers = modifiers words[j] " "
}

function read(    keyword) {
    keyword = match(rest, /^[a-z]+/) ? substr(rest, 1, RLENGTH) : ""
    if (modifiers ~ /(^| )internal /) { body = braces(rest); return }
    if (keyword == "import") { if (modifiers ~ /@_exported/) declare(modifiers rest); return }
    if (keyword == "deinit") return
    if (keyword ~ /^(actor|class|enum|extension|protocol|struct)$/) readType(keyword)
    else if (keyword ~ /^(let|subscript|var)$/) readProperty(keyword)
    else if (rest ~ /^case [^(]*,/) readCases()
    else { body = braces(rest); sub(/ {.*/, "", rest); declare(modifiers rest) }
}

function readCases(    names, count, i) {
    count = split(substr(rest, 6), names, ", ")
    for (i = 1; i <= count; i++) declare(modifiers "case " names[i])
}

function readType(keyword,    opens, where, inherited, parts, count, name, i) {
    opens = braces(rest)
    sub(/ {.*/, "", rest)
    where = cut(" where ")
    inherited = cut(" : ")
    name = substr(rest, length(keyword) + 2)
    if (keyword == "extension" && index(name, module) == 1) name = substr(name, length(module) + 1)
    if (keyword != "extension") { declare(modifiers keyword " " name where); where = "" }
    sub(/<.*/, "", name)
    if (scope[depth] != "") name = scope[depth] "." name
    count = split(substr(inherited, 4), parts, ", ")
    for (i = 1; i <= count; i++) print name " | conforms to " parts[i] where
    if (opens) { scope[++depth] = name (keyword == "protocol" ? " requires" : "") where; accessors[depth] = "" }
}

# Cuts `rest` at a separator, and returns the part that begins with it.
function cut(separator,    at, part) {
    at = index(rest, separator)
    if (!at) return ""
    part = substr(rest, at)
    rest = substr(rest, 1, at - 1)
    return part
}

function readProperty(keyword,    text, inside, count, words, i) {
    inside = cut(" {")
    text = modifiers (keyword == "let" ? "var" substr(rest, 4) : rest)
    declare(text)
    if (inside == " {") { depth++; scope[depth] = scope[depth - 1]; accessors[depth] = text; return }
    if (inside == "") inside = keyword == "let" ? "get" : "get set"
    gsub(/[{}]/, "", inside)
    sub(/^ +/, "", inside)
    # The effects of a getter follow it.
    count = split(inside, words, / +(set|nonmutating set)/)
    sub(/ +$/, "", words[1])
    declare(text " " words[1])
    if (count > 1) declare(text " set")
}
