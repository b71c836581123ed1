# The scripts that install the programs of a measure include this file. A measure leaves out a program that is not installed, and names it,
# so that one package that cannot be installed does not stop the others. `$home` is the folder of the programs.
set -u
failed=""

# Installs all packages together, or one after the other where that fails.
install() {
  with="$1"
  shift
  "$with" "$@" && return
  for package; do "$with" "$package" || failed="$failed $package"; done
}

with_apt() { DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"; }

with_pip() {
  [ -x "$home/python/bin/pip" ] || python3 -m venv "$home/python" || return
  "$home/python/bin/pip" install -q "$@"
}

with_npm() {
  mkdir -p "$home/node"
  [ -f "$home/node/package.json" ] || echo '{"private":true}' > "$home/node/package.json"
  npm install --prefix "$home/node" --no-audit --no-fund --ignore-scripts --save-exact "$@"
}

# Reports what was not installed, and ends the script.
finish() {
  [ -z "$failed" ] && exit 0
  echo "These packages were not installed:$failed" >&2
  exit 1
}
