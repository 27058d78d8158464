#!/usr/bin/env bash
# Checks the packages of Scripts/dist.sh with lintian and in two bare Debians (Scripts/bare-root.sh). One has the base
# system and xz: installation, the README's session, the archive, removal. The other has the toolchain and the README's
# packages: a module built against the SDK package, an upgrade that keeps module and data, removal.
#
# Usage: check-dist.sh          in a bare root, it calls itself with the name of the part, bare or module
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/expect.sh
# The packages are for a user with the usual folders.
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME XDG_STATE_HOME

# reads FOLDER: checks that the reference in a folder has a page of `Open`.
reads() {
    [ -s "$1/documentation/modulekit/open/index.html" ] || { echo "the reference is missing: $1" >&2; exit 1; }
    expect 0 "A declaration of a route that is opened" cat "$1/data/documentation/modulekit/open.json"
}

# files: prints all files except the user's files and the records of dpkg.
files() {
    find / -xdev \( -path /root -o -path /tmp -o -path /var/lib/dpkg -o -path /var/log -o -path /var/cache \) -prune -o -print | sort
}

remove() {
    dpkg --purge "$@"
    diff "$folder/before" <(files) || { echo "the lines above are left by the packages" >&2; exit 1; }
}

case ${1:-host} in
host)
    Scripts/prerequisites.sh require verify
    lintian --allow-root --fail-on error,warning .build/dist/*.deb
    Scripts/bare-root.sh bare xz-utils "Scripts/check-dist.sh bare"
    packages=$(Scripts/prerequisites.sh list build | xargs | tr ' ' ,)
    Scripts/bare-root.sh --toolchain readme "$packages" "Scripts/check-dist.sh module"
    ;;
bare)
    files > "$folder/before"
    (cd /mnt && sha256sum --quiet -c SHA256SUMS)
    dpkg -i /mnt/switchboard_*.deb
    # Runs the README's session with the installed host.
    sed 's,^\$ CHECKOUT=.*,$ switchboard() { /usr/bin/switchboard --demo "$@"; },' README.md > "$folder/README.md"
    Scripts/check-transcript.sh "$folder/README.md"
    expect 2 "there are no modules; add some with" switchboard open app://rent/list
    expect 0 "schemes: app" switchboard link status
    expect 1 "apt install libsqlite3-0" switchboard doctor
    expect 0 "ExecStart=/usr/bin/switchboard serve %i" cat /usr/lib/systemd/system/switchboard-serve@.service
    [ -s /usr/share/doc/switchboard/Documentation/Installing.md ] || { echo "the documents are missing" >&2; exit 1; }
    mkdir "$folder/any folder"
    tar -C "$folder/any folder" -xJf /mnt/switchboard-*.tar.xz
    reads "$folder/any folder"/switchboard-*/share/doc/switchboard-sdk/reference
    expect 0 "Homes to let" "$folder/any folder"/switchboard-*/bin/switchboard --demo open app://rent/list
    remove switchboard
    echo "the package runs on a bare system, and leaves nothing"
    ;;
module)
    files > "$folder/before"
    dpkg -i /mnt/*.deb
    reads /usr/share/doc/switchboard-sdk/reference
    expect 0 "-lModuleKit" pkg-config --cflags --libs ModuleKit
    switchboard module new Guest --path /root | sed -n 's/^  //p' > "$folder/next"
    sh -ex "$folder/next"
    holds() {
        expect 0 "Welcome, you" switchboard open app://guest/you
        expect 0 "as it was installed" switchboard module verify
        expect 0 "Hello, 林晓" switchboard --demo open app://account/centre
    }
    expect 0 "Logged in as" switchboard --demo call app://account/session/begin --body '{"user":"lin","password":"any"}'
    holds
    # Makes the next version of the packages.
    for package in /mnt/*.deb; do
        dpkg-deb -R "$package" "$folder/next.d"
        sed -i 's/\(^Version: .*\|(= [^)]*\)-1/\1-2/' "$folder/next.d/DEBIAN/control"
        dpkg-deb -Znone -b "$folder/next.d" "$folder/$(basename "$package")" > /dev/null
        rm -r "$folder/next.d"
    done
    dpkg -i "$folder"/*.deb
    expect 0 "-2" dpkg-query -W -f '${Version}' switchboard-sdk
    holds
    swift build --build-system native --package-path /root/Guest
    remove switchboard switchboard-sdk
    [ -e /root/.local/share/switchboard ] || { echo "the removal deleted the user's data" >&2; exit 1; }
    echo "a module is built against the SDK package, and module and data survive an upgrade and the removal"
    ;;
esac
