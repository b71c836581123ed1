#!/bin/sh
# Installs the programs of `npm run shelf`: packages for Python, Node and Go in a folder of their own. The libraries for Java come by
# themselves. A program that cannot be installed is left out of the measure, which names it.
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
home="${SHELF_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/fixpoint/shelf}"
mkdir -p "$home/node"

# pdfsignerpy is under the GPL: it only runs here, and nothing is linked with it.
python3 -m venv "$home/python"
"$home/python/bin/pip" install -q pyHanko==0.31.0 pyhanko-certvalidator==0.29.1 cryptography==50.0.2 pdfsignerpy==0.3.1

cd "$home/node"
[ -f package.json ] || echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --save-exact \
  @signpdf/signpdf@3.3.0 @signpdf/placeholder-plain@3.3.0 @signpdf/signer-p12@3.3.0 @libpdf/core@0.4.2

if command -v go > /dev/null; then
  cd "$here/programs/go"
  go build -o "$home/pdfsign" .
fi
