#!/usr/bin/env bash
# Fails where a commit's subject is not "area: What it does" in at most 60 letters, or where its body is missing
# (CONTRIBUTING.md). Commits before the rule was checked are left alone, and so is a clone without them.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly base=db5e1dc # the last commit before the rule was checked
readonly areas='api|bake|bench|build|cli|core|docs|image|lab|python|samples|shaders|tests|unity|vulkan'
git cat-file -e "$base" 2>/dev/null || exit 0

failed=0
while IFS= read -r commit; do
    subject=$(git log -1 --format=%s "$commit")
    if [[ ${#subject} -gt 60 ]]; then
        echo "check-commits: ${commit:0:7} has a subject of ${#subject} letters: $subject" >&2
        failed=1
    fi
    if [[ ! $subject =~ ^($areas)(,\ ($areas))*:\ [A-Z] ]]; then
        echo "check-commits: ${commit:0:7} does not begin with an area and what it does: $subject" >&2
        failed=1
    fi
    if [[ -z $(git log -1 --format=%b "$commit") ]]; then
        echo "check-commits: ${commit:0:7} has no body: $subject" >&2
        failed=1
    fi
done < <(git rev-list --no-merges "$base..HEAD")
exit "$failed"
