# The one step of action.yml, and of any other pipeline that sets the same variables.
set -euo pipefail

fixpoint() { node "$FIXPOINT/fixpoint.mjs" "$@"; }

# Words of documents go to the log: the runner must not take any of them for a command of a workflow.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
trap 'echo "::$token::"' EXIT

output() { echo "$1=$2" >> "${GITHUB_OUTPUT:-/dev/null}"; }
summarize() { cat >> "${GITHUB_STEP_SUMMARY:-/dev/null}"; }

# A text with four spaces before each line is shown as it is, whatever is in it. A carriage return ends a line in Markdown, too.
verbatim() { printf '\n'; sed 's/\r/\\r/g; s/^/    /'; printf '\n'; }

# A pull request may contain symbolic links. No file outside of the repository may be read or written through them, nor one of Git,
# which holds the credentials of the checkout.
repository=$(realpath -- "$(git rev-parse --show-toplevel)")
git_folder=$(realpath -- "$(git rev-parse --absolute-git-dir)")
is_inside() { [[ $1/ == "$repository"/* && $1/ != "$git_folder"/* ]]; }
refuse_links_that_lead_out() {
  local path leads_out=false
  for path in "$@"; do
    if is_inside "$(realpath -ms -- "$path")" && ! is_inside "$(realpath -m -- "$path")"; then
      leads_out=true
      printf '%q is a symbolic link that leads out of the repository. Remove it.\n' "$path" | tee >(verbatim | summarize)
    fi
  done
  if [ $leads_out = true ]; then
    output exit-code 2
    exit 2
  fi
}

mapfile -t patterns <<< "$FILES"
mapfile -d '' -t files < <(git ls-files -z -- "${patterns[@]}")
if [ ${#files[@]} -eq 0 ]; then
  echo 'There is no PDF here.'
  output exit-code 0
  exit 0
fi

refuse_links_that_lead_out "${files[@]}" "$SARIF"
if [ -n "$OUTPUT" ]; then
  mapfile -d '' -t written < <(git ls-files -z -- "$OUTPUT" 2> /dev/null)
  refuse_links_that_lead_out "$OUTPUT" "${written[@]}"
fi

work=$(mktemp -d)
requested=(--signed-pdf-policy "$SIGNED_PDF_POLICY" --sarif "$SARIF" --force)
if [ -n "$FAIL_ON" ]; then requested+=(--fail-on "$FAIL_ON"); fi
if [ "$CHECK" = true ]; then requested+=(--check)
elif [ -n "$OUTPUT" ]; then requested+=(--output "$OUTPUT/" --reports "$OUTPUT/")
else requested+=(--output "$work/canonical/"); fi

code=0
fixpoint normalize "${requested[@]}" -- "${files[@]}" 2> "$work/lines" || code=$?
cat "$work/lines"
{ echo '### PDFs'; verbatim < "$work/lines"; } | summarize

compare() {
  git show "$BASE:$1" > "$work/before.pdf"
  # What cannot be compared is told in its place.
  fixpoint diff --normalize-first -- "$work/before.pdf" "$1" > "$work/diff" 2>&1 || true
  printf '%s: ' "$1"
  cat "$work/diff"
  { printf '### Compared with the base\n'; { printf '%s\n' "$1"; cat "$work/diff"; } | verbatim; } | summarize
}

if [ -n "$BASE" ]; then
  if git cat-file -e "$BASE^{commit}" 2> "$work/none"; then
    while IFS= read -r -d '' file; do compare "$file"; done < <(
      git diff --name-only -z --diff-filter=M "$BASE" -- "${patterns[@]}"
    )
  else
    echo "The base $BASE is not here: actions/checkout needs fetch-depth: 0."
  fi
fi

output sarif "$SARIF"
output exit-code "$code"
exit "$code"
