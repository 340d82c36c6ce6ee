#!/usr/bin/env bash
# What docs/packages.md says of the archive, done to the letter in an empty folder.
source "$(dirname "$0")/common.sh"

folder="$PN_WORK/letter"
rm -rf "$folder"
mkdir "$folder"
cd "$folder"
cp "$PN_WORK/once/probenorm-0.1.0-linux-x86_64.tar.gz" .
sed -n '/^tar xf/,/^```$/{/^```$/!p}' "$PN_SOURCE/docs/packages.md" >commands.sh
[[ $(wc -l <commands.sh) -gt 15 ]] || { echo "docs/packages.md has no commands to follow"; exit 1; }
if [[ -n ${PN_PYTHON-} ]]; then # the one with NumPy
    PATH="$(dirname "$PN_PYTHON"):$PATH"
else
    sed -i '/^python3 /d' commands.sh
fi
bash -euo pipefail commands.sh | tee said
[[ $(grep -c 'a white table shows 0.30 0.50 1.00' said) == 2 ]]
grep -q '^cpu' said
doc=probenorm-0.1.0-linux-x86_64/share/doc/ProbeNorm
grep -q 'Projects a cubemap or an equirectangular map onto spherical harmonics' "$doc/api/probenorm_8h.html"
[[ -s $doc/docs/formats.md && -s $doc/docs/images/ladder.svg ]]
