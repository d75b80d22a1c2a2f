#!/usr/bin/env bash
# Checks the replies of a repository; called by action.yml, which sets the variables.
# Writes a SARIF file, a Markdown summary and the name of the SARIF file for later steps.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
if ! command -v ascribe > /dev/null; then
  python3 -m pip install --quiet "$here"
fi

shopt -s nullglob globstar
replies=()
while IFS= read -r pattern; do
  # shellcheck disable=SC2206 # the pattern is meant to expand
  [ -n "$pattern" ] && replies+=($pattern)
done <<< "$ASCRIBE_REPLIES"
if [ ${#replies[@]} -eq 0 ]; then
  echo "ascribe: no file matches $ASCRIBE_REPLIES; name the replies with the input replies." >&2
  exit 2
fi

options=(--tier "$ASCRIBE_TIER" --strictness "$ASCRIBE_STRICTNESS" --fail-on "$ASCRIBE_FAIL_ON")
while IFS= read -r source; do
  [ -n "$source" ] && options+=(--source "$source")
done <<< "$ASCRIBE_SOURCES"
[ -n "${ASCRIBE_FAIL_UNDER:-}" ] && options+=(--fail-under "$ASCRIBE_FAIL_UNDER")
[ -n "${ASCRIBE_BASELINE:-}" ] && options+=(--baseline "$ASCRIBE_BASELINE")

code=0
ascribe check "${replies[@]}" "${options[@]}" --format sarif --output "$ASCRIBE_SARIF" || code=$?
if [ "$code" -le 1 ]; then
  [ -n "${GITHUB_OUTPUT:-}" ] && echo "sarif=$ASCRIBE_SARIF" >> "$GITHUB_OUTPUT"
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    notes=$(mktemp)
    ascribe check "${replies[@]}" "${options[@]}" --format md >> "$GITHUB_STEP_SUMMARY" 2> "$notes" || true
    if [ -n "${ASCRIBE_BASELINE:-}" ]; then # what is known, and what is gone
      { echo; echo '```text'; cat "$notes"; echo '```'; } >> "$GITHUB_STEP_SUMMARY"
    fi
    rm -f "$notes"
  fi
fi
exit "$code"
