#!/bin/sh
# Installs the programs of `npm run shelf`: packages for Python, Node and Go in a folder of their own. The libraries for Java come by
# themselves. The script reports each package that cannot be installed and continues with the others.
here="$(cd "$(dirname "$0")" && pwd)"
home="${SHELF_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/fixpoint/shelf}"
. "$here/../install-packages.sh"
mkdir -p "$home"

# pdfsignerpy is under the GPL: it only runs here, and nothing is linked with it.
install with_pip pyHanko==0.31.0 pyhanko-certvalidator==0.29.1 cryptography==50.0.2 pdfsignerpy==0.3.1
install with_npm @signpdf/signpdf@3.3.0 @signpdf/placeholder-plain@3.3.0 @signpdf/signer-p12@3.3.0 @libpdf/core@0.4.2
(cd "$here/programs/go" && go build -o "$home/pdfsign" .) || failed="$failed go/pdfsign"

finish
