#!/usr/bin/env bash
# Runs the tests under a sanitizer, in a copy of the tree.
# Usage: sanitize.sh thread|address [--filter NAME]
set -eu
cd "$(dirname "$0")/.."
. Scripts/expect.sh
sanitizer=$1
shift
tree=$PWD/.build-sanitize/$sanitizer

mkdir -p "$tree"
find "$tree" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
git ls-files -co --exclude-standard | while read -r file; do
    [ -e "$file" ] && printf '%s\n' "$file"
done | tar -cf - -T - | tar -xf - -C "$tree"

if [ "$sanitizer" = thread ]; then
    # ThreadSanitizer does not see the lock of `Synchronization.Mutex`, so each target gets a mutex that it sees.
    grep -rl 'Mutex[(<]' "$tree/Sources" "$tree/Tests" --include='*.swift' | grep -v -e /Fixtures/ -e /Sanitizers/ |
        sed -E 's,(.*/(Sources|Host|Tests)/[^/]*)/.*,\1,' | sort -u |
        while read -r target; do cp -p Tests/Sanitizers/Mutex.swift "$target/"; done
fi

# Findings, also of child processes, go into files and do not change exit codes, which tests check.
findings=$tree/.findings
mkdir "$findings"
# Processes whose PATH a test has set must also find the symbolizer, since suppressions need the names of functions.
symbolizer=$(command -v llvm-symbolizer)
host=$tree/Sources/Host
confinement=$host/PluginRuntime/Remote/Isolation/Confinement.swift
# A sanitizer needs more memory than the limit of an isolated module.
change "$confinement" '/ProcessControl.lower(RLIMIT_DATA/d'
# A sanitizer's frames are too large for the small stack that a test gives a thread.
change "$tree/Tests/PluginRuntimeTests/Remote/Remoting/FrameCodingTests.swift" 's/stackSize = 512 << 10/stackSize = 4 << 20/'
# A confined process must also write its findings. It needs the options, and starts the symbolizer.
change "$confinement" "s|access.devices = FileAccess.harmlessDevices|&\\
        access.writable.append(\"$findings\")\\
        access.readable.append(\"$(dirname "$(realpath "$symbolizer")")\")|"
change "$host/PluginRuntime/Disk/Scan/PluginChild.swift" 's/\["PATH", /["TSAN_OPTIONS", "ASAN_OPTIONS", "PATH", /'
change "$host/Platform/Processes/FileAccess.swift" 's/static let reading: Rights = \[/&.run, /'
change "$host/Platform/Processes/SystemCallFilter.swift" '/rules += ofProcesses/d'
# A crash that a test wants is not a finding: its signals are left to the host, which records them.
signals="handle_segv=0 handle_sigbus=0 handle_sigill=0 handle_sigfpe=0 handle_abort=0"
export TSAN_OPTIONS="$signals external_symbolizer_path=$symbolizer exitcode=0 report_thread_leaks=0 log_path=$findings/report suppressions=$tree/Tests/Sanitizers/thread.suppressions"
export ASAN_OPTIONS="$signals external_symbolizer_path=$symbolizer detect_leaks=0 log_path=$findings/report"
# The runtime reports a crash from a signal handler that starts a program, which ThreadSanitizer does not survive: a
# host that crashes in a test would end with a different code.
export SWIFT_BACKTRACE=enable=no
cd "$tree"
# Left out, since a process under a sanitizer cannot meet their conditions: little memory or small files, the built SDK,
# a crash with a backtrace, no right to start the symbolizer, and processes that stop themselves, whose signals
# ThreadSanitizer defers.
unfit='is confined while|has the network and a variable|has no capabilities, and limits|at the limits of the system|an example of the help runs|before and after the backtrace|prints a backtrace and restores the terminal'
if [ "$sanitizer" = thread ]; then unfit="$unfit|stopped with Ctrl-Z|host is in the background"; fi
# Without a random layout of memory, the sanitizer does not need to start each process twice.
setarch -R swift test --build-system native --sanitize "$sanitizer" --disable-xctest -Xlinker --export-dynamic \
    --experimental-maximum-parallelization-width "$((2 * $(nproc)))" --skip "$unfit" "$@"

bad=$(grep -lE 'SUMMARY: (Thread|Address)Sanitizer' "$findings"/* 2> /dev/null || true)
[ -z "$bad" ] || { cat $bad; exit 1; }
echo "$sanitizer sanitizer: no finding in $(find "$findings" -type f | wc -l) reports"
