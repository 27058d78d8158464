# Measures Swift sources by their text: sizes, types, and the uses between folders and between layers. See house.sh.
#
# Comments and strings do not count. A file uses a name if it contains the name, if only one folder (or layer) of the
# target declares it, and if the file has no generic parameter or associated type with that name. Nested types are not
# followed across layers, since many of them share a name.

BEGIN { keyword = "(^|[^A-Za-z0-9_])(struct|class|enum|actor|protocol|typealias)[ \t]+[A-Z][A-Za-z0-9_]*" }

# The table of layers.
FILENAME == table {
    if ($1 == "layer") {
        layered[$2]
        floor[$2 " " $3] = $4
        place[$2 "/" $3] = $3
        for (field = 5; field <= NF; field++) place[$2 "/" $field] = $3
    }
    if ($1 == "up") known[$2 " " $3 " " $4] = $5
    next
}

FNR == 1 {
    files++
    file = FILENAME
    parts = split(file, part, "/")
    # Each folder of the host is a target.
    depth = part[2] == "Host" ? 3 : 2
    target[file] = depth == 3 ? "Host/" part[3] : part[2]
    folder[file] = "Sources/" target[file] (parts > depth + 1 ? "/" part[depth + 1] : "")
    targets[folder[file]] = target[file]
    layer[file] = layerOf(file)
}
{
    size[file]++
    total++
    sub(/\/\/.*/, "")
    gsub(/"(\\.|[^"\\])*"/, "\"\"")
    if (match($0, keyword) && !index(substr($0, 1, RSTART), "\"")) declare(substr($0, RSTART, RLENGTH))
    text = $0
    while (match(text, /(associatedtype[ \t]+|[<,][ \t]*)[A-Z][A-Za-z0-9_]*[ \t]*:/)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        sub(/[ \t]*:$/, "", name)
        sub(/.*[^A-Za-z0-9_]/, "", name)
        own[FILENAME, name]
    }
    gsub(/[^A-Za-z0-9_]+/, " ")
    for (field = 1; field <= NF; field++) if ($field ~ /^[A-Z]/ && !((file, $field) in seen)) {
        seen[file, $field]
        names[++nameCount] = file SUBSEP $field
    }
}
END {
    if (report == "layers") exit checkLayers()
    findPairs()
    if (report == "pairs") {
        for (pair in bothWays) print pair ": " uses(pair) | "sort"
    } else printFigures()
}

function declare(text, name) {
    types++
    name = text
    sub(/.*[ \t]/, "", name)
    note(folders, name, folder[file])
    note(layers, target[file] " " name, layer[file])
    if ($0 !~ /^[ \t]/) outermost[target[file] " " name]
}

# Records the only place that declares a name; the empty text if several places declare it.
function note(places, name, where) {
    if (!(name in places)) places[name] = where
    else if (places[name] != where) places[name] = ""
}

# Returns the layer of the longest path in the table that contains the file.
function layerOf(file, path) {
    path = substr(file, length("Sources/") + 1)
    while (!(path in place)) if (!sub(/\/[^\/]*$/, "", path)) return ""
    return place[path]
}

function findPairs(key, pair, here, there) {
    for (key = 1; key <= nameCount; key++) {
        split(names[key], pair, SUBSEP)
        here = folder[pair[1]]
        there = folders[pair[2]]
        if (there == "" || there == here || targets[there] != targets[here] || (pair[1], pair[2]) in own) continue
        if (!((here, there, pair[2]) in met)) used[here " " there] = used[here " " there] ", " pair[2]
        met[here, there, pair[2]]
    }
    for (key in used) {
        split(key, pair, " ")
        if (pair[1] < pair[2] && (pair[2] " " pair[1]) in used) bothWays[pair[1] " <-> " pair[2]]
    }
}

function uses(pair, side) {
    split(pair, side, " <-> ")
    return substr(used[side[1] " " side[2]], 3) " | " substr(used[side[2] " " side[1]], 3)
}

function printFigures(name, sizes, number, small, pairs) {
    for (name in size) {
        sizes[++number] = size[name]
        small += size[name] <= 20
    }
    sort(sizes, number)
    for (name in bothWays) pairs++
    row("Swift files in `Sources`", files)
    row("lines", total)
    row("lines of a file, median", number % 2 ? sizes[(number + 1) / 2] : (sizes[number / 2] + sizes[number / 2 + 1]) / 2)
    row("files of 20 lines or fewer", small)
    row("lines of the largest file", sizes[number])
    row("types", types)
    row("pairs of folders that use each other both ways", pairs)
}

function row(name, value) { printf "| %-46s | %6d |\n", name, value }

function sort(list, count, place, other, value) {
    for (place = 2; place <= count; place++) {
        value = list[place]
        for (other = place - 1; other > 0 && list[other] > value; other--) list[other + 1] = list[other]
        list[other + 1] = value
    }
}

# Compares the upward uses with the table, and returns the exit code.
function checkLayers(key, pair, here, there, way, status) {
    for (key in layer) if (layer[key] == "" && (target[key] in layered)) {
        print key ": no layer; to do: add its folder to Scripts/layers.txt"
        status = 1
    }
    for (key = 1; key <= nameCount; key++) {
        split(names[key], pair, SUBSEP)
        here = target[pair[1]] " " layer[pair[1]]
        there = layers[target[pair[1]] " " pair[2]]
        if (there == "" || there == layer[pair[1]] || !((target[pair[1]] " " pair[2]) in outermost)) continue
        if (floor[target[pair[1]] " " there] < floor[here] || (pair[1], pair[2]) in own) continue
        way = here " " there
        count[way]++
        list[way] = list[way] pair[1] ": " pair[2] ", " layer[pair[1]] " uses " there "\n"
        known[way] += 0
    }
    for (way in known) {
        if (all || count[way] > known[way]) printf "%s", list[way]
        if (count[way] == known[way]) continue
        print "up " way ": " count[way] + 0 " uses, " known[way] " in Scripts/layers.txt; to do: " \
            (count[way] > known[way] ? "let the arrow point down" : "lower the number")
        status = 1
    }
    return status
}
