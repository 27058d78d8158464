#!/bin/sh
# The Debian packages that each purpose needs. Only CI installs them; a person is shown the command that does.
#
# Usage: prerequisites.sh list PURPOSE…      prints the packages
#        prerequisites.sh require PURPOSE…   installs the missing packages if CI=true, and otherwise fails and names them
set -eu
cd "$(dirname "$0")/.."

# A purpose, a package, and the program, library or path that shows that the package, or another one like it, is there.
# README.md lists the packages of the purpose `build`.
rows='
host       ca-certificates                            /etc/ssl/certs/ca-certificates.crt
host       libcurl4                                   libcurl.so.4
host       libsqlite3-0                               libsqlite3.so.0
host       libnats3.4                                 libnats.so.3.4
check      make                                       make
check      libsqlite3-0                               libsqlite3.so.0
check      libnats3.4                                 libnats.so.3.4
check      nats-server                                nats-server
remote     curl                                       curl
remote     nginx-light                                nginx
check      openssl                                    openssl
check      xdg-utils                                  xdg-open
check      zsh                                        zsh
check      fish                                       fish
check      groff-base                                 groff
check      pkg-config                                 pkg-config
check      python3                                    python3
dist       make                                       make
dist       dpkg-dev                                   dpkg-shlibdeps
dist       xz-utils                                   xz
dist       python3                                    python3
bare       iproute2                                   ip
bare       mmdebstrap                                 mmdebstrap
docs       python3                                    python3
verify     lintian                                    lintian
verify     chromium                                   chromium
verify     python3-venv                               -
bench      hyperfine                                  hyperfine
fleet      libnats3.4                                 libnats.so.3.4
fleet      nats-server                                nats-server
count      valgrind                                   valgrind
routers    golang-go                                  go
routers    golang-github-julienschmidt-httprouter-dev /usr/share/gocode/src/github.com/julienschmidt/httprouter
'
PATH=$PATH:/usr/sbin:/sbin

stop() {
    printf 'prerequisites: %s\n' "$@" >&2
    exit "${code:-64}"
}

# Prints the rows of the purposes.
chosen() {
    for purpose; do
        found=$(printf '%s' "$rows" | awk -v purpose="$purpose" '$1 == purpose { print $2, $3 }')
        [ "$purpose" != build ] || found=$(sed -n '/^apt-get install/,/[^\\]$/p' README.md |
            sed 's/^apt-get install//; s/\\$//' | xargs -n 1 | sed 's/$/ -/')
        [ -n "$purpose" ] && [ -n "$found" ] || stop "there is no purpose $purpose; use build, host, check, remote, dist, bare, docs, verify, bench, fleet, count or routers"
        echo "$found"
    done
}

# present PACKAGE FILE
present() {
    case $2 in
    -) dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null | grep -qx installed ;;
    /*) [ -e "$2" ] ;;
    lib*) ldconfig -p | grep -qF "$2 " ;;
    *) command -v "$2" > /dev/null ;;
    esac
}

[ "$#" -gt 1 ] || stop "usage: prerequisites.sh list|require PURPOSE…"
verb=$1
shift
packages=$(chosen "$@")
case $verb in
list) echo "$packages" | cut -d ' ' -f 1 | sort -u ;;
require)
    missing=$(echo "$packages" | while read -r package file; do present "$package" "$file" || echo "$package"; done | sort -u | xargs)
    [ -n "$missing" ] || exit 0
    code=69
    [ "${CI:-}" = true ] || stop "these packages are missing: $missing" "to do: apt-get install $missing"
    # shellcheck disable=SC2086
    apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing >&2
    ;;
*) stop "usage: prerequisites.sh list|require PURPOSE…" ;;
esac
