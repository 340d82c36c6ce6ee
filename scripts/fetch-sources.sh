# Read by build-portable.sh and build-web.sh.
# shellcheck shell=bash

# fetchSources FOLDER: unpacks the Debian source packages of $sources, lines that begin with name, version and the SHA-256 of the .dsc,
# into FOLDER/NAME. apt gets lists of its own, so that the machine's stay as they are.
fetchSources() {
    local apt=(apt-get -qq -o "Dir::Etc::sourcelist=$1/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$1/lists" -o "Dir::Cache=$1/cache" -o APT::Sandbox::User=root)
    local name version hash file _
    mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" \
        >"$1/sources.list"
    "${apt[@]}" update
    while read -r name version hash _; do
        file=${name}_${version#*:}.dsc
        (cd "$1" && "${apt[@]}" source --download-only "$name=$version" && echo "$hash  $file" | sha256sum --quiet -c)
        dpkg-source --require-strong-checksums -x "$1/$file" "$1/$name" >"$1/$name.log"
    done <<<"$sources"
}
