#!/bin/sh
# Runs the host with each fault of a plugin at each stage of the plugin's life, in the host's process and in a separate
# one, and prints the results as Documentation/Faults.md. Fails if a host dies that must live, if code of a refused file
# runs, or if the start after a host's death does not name the module.
#
# Usage: faults.sh [FAULT]; without FAULT, all faults.
set -eu
cd "$(dirname "$0")/.."
chosen=${1:-}
products=$(cd .build/debug && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
libraries=$folder/libraries
mkdir "$libraries"

# build NAME MODULE FLAG…: builds a library of the fixture, with the name of its Swift module.
build() {
    name=$1 module=$2
    shift 2
    swiftc -emit-library -parse-as-library -swift-version 6 -module-name "$module" "$@" -I "$products/Modules" \
        -L "$products" -lModuleKit -Xlinker "-soname=lib$name.so" -module-cache-path "$products/ModuleCache" \
        -o "$libraries/lib$name.so" Tests/Fixtures/Plugins/Fault.swift
}

# build_c NAME FLAG…: builds a library that no Swift compiler would make, without code of the fixture.
build_c() {
    name=$1
    shift
    clang -shared -fPIC "-Wl,-soname=lib$name.so" "$@" -Wl,--no-as-needed -L "$products" -lModuleKit \
        -o "$libraries/lib$name.so" Tests/Fixtures/Plugins/foreign.c
}

build Fault Fault
build Bystander Bystander -D BYSTANDER
build_c Newer -DNEWER -Wl,--unresolved-symbols=ignore-all
build_c Undefined -DUNDEFINED -Wl,--unresolved-symbols=ignore-all
build_c OwnSDK -DOWN_SDK

# host NAME COMMAND…: runs a host that writes all its files into the cell $cell; its output is $cell/NAME.
host() {
    name=$1
    shift
    code=0
    env -i PATH=/usr/bin:/bin HOME="$cell" XDG_DATA_HOME="$cell/data" XDG_CACHE_HOME="$cell/cache" \
        SWIFT_BACKTRACE=enable=no "$@" > "$cell/$name.out" 2> "$cell/$name.err" || code=$?
    # Removes endless output; a line of the host may begin within a line of it.
    cat "$cell/$name.out" "$cell/$name.err" |
        sed "s/^.*switchboard: line /switchboard: line /; /more and more output/d; s|$cell|DIR|g" > "$cell/$name"
    rm "$cell/$name.out" "$cell/$name.err"
    return "$code"
}

# begin_cell NUMBER: creates a folder with the scans that all hosts have stored before.
begin_cell() {
    cell=$folder/cell-$1
    mkdir -p "$cell/data/switchboard" "$cell/modules"
    cp "$libraries/libBystander.so" "$cell/modules"
    [ ! -d "$folder/scanned" ] || cp -R "$folder/scanned" "$cell/cache"
}

isolate() {
    echo '{"format_version":"1.0","disabled":[],"isolated":{"Fault":{"megabytes":1024,"seconds":3600,"files":256,
        "environment":["FAULT","STAGE"]}}}' > "$cell/data/switchboard/modules.switches"
}

# build_scanned FAULT: builds a library into $scanned whose scan also has the fault.
build_scanned() {
    module=Fault_$(printf %s "${1%(0)}" | tr ' ' _)
    scanned=$libraries/$module
    mkdir "$scanned"
    (libraries=$scanned && build Fault "$module")
}

# said FILE: prints a file's first report of a fault for the table: a line of the host with details, or a fatal error.
said() {
    awk '
        /^switchboard: / && !text { text = $0; sub(/^switchboard: (line [0-9]+: )?/, "", text); next }
        text && /^  / { if ($1 != "file") { sub(/^ +/, ""); gsub(/  +/, ": "); text = text "; " $0 }; next }
        text { exit }
        / during its stop\(\);/ { fatal = $0 }
        /Fatal error: / && !fatal { fatal = $0 }
        END { print text ? text : fatal }
    ' "$1" | sed 's/|/\\|/g'
}

fail() {
    echo "faults.sh: $fault, $stage, $where: $1; the host printed:" >&2
    tail -n 12 "$cell/first" "$cell/next" >&2
    touch "$folder/failed"
}

# run_cell LINE…: runs lines in a shell between two calls of another module, checks the next start, and writes the row.
run_cell() {
    died=0
    lines "$@" | {
        host first FAULT="$fault" STAGE="$stage" timeout -s KILL 90 "$products/switchboard" --no-remote --deadline 5 \
            --modules "$cell/modules" || echo "$?" > "$cell/died"
    }
    [ ! -e "$cell/died" ] || died=$(cat "$cell/died")
    host next "$products/switchboard" --no-remote --modules "$cell/modules" modules < /dev/null || true
    lives=yes lost='the request' seen=$(said "$cell/first") next=$(said "$cell/next")
    answers alive || lost='the module'
    [ "$stage" != stop ] && [ -n "$seen" ] || lost=nothing
    answers 'hello 2' || lives=no lost="the session (exit code $died)"
    state=$(awk '$1 == "Fault" && $2 ~ /^[0-9-]/ { print $3; exit }' "$cell/next")
    state=${state%,}
    [ -n "$next" ] || next="nothing; it is \`${state:-not listed}\`"
    printf '| %s | %s | %s | %s | %s | %s |\n' "$fault" "$stage" "$where" "${seen:-nothing}" "$lost" "$next" > "$cell/row"
    check
}

# lines LINE…: prints lines for a shell; `change FILE` changes a file once all earlier lines have their answers.
lines() {
    echo 'call app://bystander/hello'
    for line; do
        case $line in
        'change '*)
            until grep -aqx 'hello 1' "$cell/first.out"; do sleep 0.1; done
            printf x >> "${line#change }"
            ;;
        *) echo "$line" ;;
        esac
    done
    [ "$stage" = stop ] || echo 'call app://fault/ping'
    echo 'call app://bystander/hello'
}

# answers TEXT: checks that a call had the text as its value.
answers() { grep -aqxF "$1" "$cell/first"; }

check() {
    [ "$where" = 'in process' ] && [ "$stage" != scan ] || [ "$lives" = yes ] || fail 'the host died'
    case $lives$next in yes* | *Fault*) ;; *) fail 'the next start does not name the module' ;; esac
    # Only a separate process has a memory limit.
    [ "$stage" != scan ] || [ "$fault" = '1 GiB allocation' ] || ! answers alive || fail 'a module runs that the scan had to refuse'
}

# code_cell NUMBER FAULT STAGE WHERE: tests a fault of code.
code_cell() {
    fault=$2 stage=$3 where=$4
    begin_cell "$1"
    if [ "$stage" = scan ]; then
        cp "$scanned/libFault.so" "$cell/modules"
        rm -rf "$cell/cache"
        cp -R "$folder/scanned-without" "$cell/cache"
    else
        cp "$libraries/libFault.so" "$cell/modules"
    fi
    [ "$where" != isolated ] || isolate
    case $stage in
    scan) run_cell 'module why Fault' ;;
    stop) run_cell 'call app://fault/ask' 'module stop Fault' modules ;;
    *) run_cell 'call app://fault/ask' ;;
    esac
}

# file_cell NUMBER FAULT: tests a fault of the file, which the scan refuses for any process.
file_cell() {
    fault=$2 stage=scan where=both
    begin_cell "$1"
    rm -rf "$cell/cache"
    cp -R "$folder/scanned-without" "$cell/cache"
    file=$cell/modules/libFault.so
    case $fault in
    'wrong ABI') cp "$libraries/libNewer.so" "$file" ;;
    'truncated file') head -c 20000 "$libraries/libFault.so" > "$file" ;;
    'other machine') cp "$libraries/libFault.so" "$file" && printf '\267\000' | dd of="$file" bs=1 seek=18 conv=notrunc status=none ;;
    'missing symbol') cp "$libraries/libUndefined.so" "$file" ;;
    'own copy of the SDK') cp "$libraries/libOwnSDK.so" "$file" ;;
    'duplicate route') build_scanned "$fault" && cp "$scanned/libFault.so" "$file" ;;
    'duplicate name') cp "$libraries/libBystander.so" "$file" && printf x >> "$file" ;;
    world-writable) cp "$libraries/libFault.so" "$file" && chmod 666 "$file" ;;
    symlink) cp "$libraries/libFault.so" "$cell" && ln -s ../libFault.so "$file" ;;
    esac
    run_cell modules
    [ -n "$seen" ] || fail 'it is refused without a word'
}

# changed_cell NUMBER STAGE WHERE: tests a fault of the file after it was accepted.
changed_cell() {
    fault='changed after install' stage=$2 where=$3
    begin_cell "$1"
    cp "$libraries/libFault.so" "$cell"
    [ "$where" != isolated ] || isolate
    host install "$products/switchboard" --no-remote module install "$cell/libFault.so" || fail 'it is not installed'
    file=$(find "$cell/data" -name libFault.so)
    chmod u+w "$(dirname "$file")" "$file"
    if [ "$stage" = scan ]; then
        printf x >> "$file"
        run_cell 'module why Fault'
    else
        run_cell "change $file" 'call app://fault/ask'
    fi
    ! answers alive || fail 'a changed file runs'
}

# Stores the scans of hosts, without and with the module.
begin_cell none
host first "$products/switchboard" --no-remote --modules "$cell/modules" modules
cp -R "$cell/cache" "$folder/scanned-without"
cp "$libraries/libFault.so" "$cell/modules"
host first "$products/switchboard" --no-remote --modules "$cell/modules" modules
cp -R "$cell/cache" "$folder/scanned"

number=100
for fault in trap segfault 'exit(0)' hang '1 GiB allocation' 'endless output' throw; do
    [ -z "$chosen" ] || [ "$fault" = "$chosen" ] || continue
    build_scanned "$fault"
    for stage in scan start request stop; do
        # Runs both in parallel, since they wait most of the time.
        number=$((number + 2))
        (code_cell "$number" "$fault" "$stage" 'in process') &
        (code_cell "$((number + 1))" "$fault" "$stage" isolated) &
        wait
    done
done
for fault in 'wrong ABI' 'truncated file' 'other machine' 'missing symbol' 'own copy of the SDK' 'duplicate route' \
    'duplicate name' world-writable symlink; do
    [ -z "$chosen" ] || [ "$fault" = "$chosen" ] || continue
    number=$((number + 2))
    (file_cell "$number" "$fault")
done
if [ -z "$chosen" ] || [ "$chosen" = 'changed after install' ]; then
    (changed_cell 900 scan 'in process')
    (changed_cell 901 scan isolated)
    (changed_cell 902 start 'in process')
    (changed_cell 903 start isolated)
fi

# Removes remedies and repeated cells from the rows, and merges equal rows.
shorten() {
    sed -E 's/([0-9a-f]{8})[0-9a-f]{56}/\1…/g
        s/; to do: [^|]* \|/ |/g
        s/; (`module disable|ask again|try again|install it from|fix the module|report it|have it throw)[^|]* \|/ |/g' |
        awk -F ' [|] ' -v OFS=' | ' '
            { then = $4; sub(/this session/, "the last session", then) }
            $6 == then " |" { $6 = "as seen |" }
            $6 == "nothing; it is `resolved` |" { $6 = "`resolved` |" }
            { row = $1 $2 $4 $5 $6 }
            row == before { $3 = "both"; held = $0; next }
            held != "" { print held }
            { held = $0; before = row }
            END { print held }' |
        awk -F ' [|] ' '
            { cells = substr($0, length($1) + 1); key = cells }
            { gsub(/SIGSEGV/, "SIGILL", key); gsub(/Segmentation fault/, "Illegal instruction", key); sub(/139/, "132", key) }
            key in faults { faults[key] = faults[key] "," substr($1, 2); next }
            { faults[key] = $1; keys[++count] = key; row[key] = cells }
            END { for (i = 1; i <= count; i++) print faults[keys[i]] row[keys[i]] }'
}

# The first table has the faults that the scan finds in any process; it omits the cells that are equal in all its rows.
cat "$folder"/cell-[0-9]*/row | shorten > "$folder/rows"
found=' \| scan \| both \| (.*) \| the module \| as seen \|$'

cat << 'EOF'
# Faults

After this guide you know the effect of each plugin fault at each stage of a module's life. `make faults` runs a host with the faults and
checks the tables; `Scripts/faults.sh > Documentation/Faults.md` writes this file.

The messages are shown without their remedies. DIR is a folder of the test.

## Found by the scan

With or without [isolation](Life.md#isolation), the host runs without the module, and the next start reports the same.

| fault | the user sees |
|---|---|
EOF
sed -nE "s/$found/ | \1 |/p" "$folder/rows"
cat << 'EOF'

## At the other stages

*Runs* names the process that runs the module: the host's, a separate process, or both in turn. *Lost* is the part that fails; the host ends
only if this is the session. *As seen* means that the next start repeats the message. If the next start reports nothing, the last column has
the module's state, `resolved`. For a segfault, the messages have SIGSEGV and exit code 139 instead of SIGILL and 132.

| fault | stage | runs | the user sees | lost | the next start says |
|---|---|---|---|---|---|
EOF
sed -E "/$found/d" "$folder/rows"
[ ! -e "$folder/failed" ]
